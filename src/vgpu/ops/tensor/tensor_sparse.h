// mma.sp, in which A is compressed to half of its numbers.
#pragma once

#include "vgpu/decode/decode.h"

namespace whet::vgpu {

Result<bool> decode_sparse_mma(DecodeInput& input);

}  // namespace whet::vgpu
