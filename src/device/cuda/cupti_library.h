// libcupti, opened at run time.
#pragma once

#include "device/cuda/cuda_library.h"

namespace whet {

// Opens the first of `names`; without any, where toolkits usually have it.
Result<CudaLibrary> open_cupti(std::vector<std::string> names = {}, LibraryAccess access = {});

}  // namespace whet
