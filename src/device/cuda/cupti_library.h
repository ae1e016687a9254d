// libcupti, opened at run time.
#pragma once

#include "device/cuda/cuda_library.h"

namespace whet {

Result<CudaLibrary> open_cupti();

}  // namespace whet
