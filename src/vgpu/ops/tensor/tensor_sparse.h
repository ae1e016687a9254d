// mma.sp, where A keeps half of its numbers.
#pragma once

#include "vgpu/decode/decode.h"

namespace whet::vgpu {

Result<bool> decode_sparse_mma(DecodeInput& input);

}  // namespace whet::vgpu
