// libcupti, loaded at run time.
#pragma once

#include "device/cuda/cuda_library.h"

namespace whet {

// Opens the first of `names`; if there are none, searches the usual places of toolkits.
Result<CudaLibrary> open_cupti(std::vector<std::string> names = {}, LibraryAccess access = {});

}  // namespace whet
