// %tid, %ctaid and the other special registers.
#pragma once

#include "util/result.h"
#include "vgpu/decode/decode.h"

namespace whet::vgpu {

// Decodes mov d, %special.
Result<bool> decode_special_register(DecodeInput& input);

}  // namespace whet::vgpu
