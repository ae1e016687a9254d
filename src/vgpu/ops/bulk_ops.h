// The families of instructions of the asynchronous proxy; see decode_bulk.
#pragma once

#include <string_view>

#include "vgpu/decode/decode.h"

namespace whet::vgpu {

Result<bool> decode_tensor_copy(DecodeInput& input);  // cp.async.bulk.tensor, cp.reduce.async.bulk.tensor
Result<bool> decode_tensor_map(DecodeInput& input);   // tensormap.replace, tensormap.cp_fenceproxy, prefetch.tensormap
Result<bool> decode_async_store(DecodeInput& input);  // st.async, red.async

// "add" of cp.reduce.async.bulk.add; empty if there is none.
std::string_view reduction_of(const ptx::Instruction& instruction);

}  // namespace whet::vgpu
