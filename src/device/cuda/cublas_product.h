// Products by cuBLAS.
#pragma once

#include <memory>

#include "device/cuda/cuda_library.h"
#include "device/device.h"
#include "device/vendor_product.h"

namespace whet {

// `device` is a GPU whose context is current, and must outlive it. `missing` where cuBLAS is not installed.
Result<std::unique_ptr<VendorProduct>> open_cublas(Device& device, LibraryAccess access = {});

}  // namespace whet
