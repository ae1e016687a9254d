// Memory as matrix instructions reach it: the lanes' addresses, whoever computes them, and the bytes behind.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/warp.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

// Sets the base and offset of the op from its address operand and gives the form its space, width of address and
// registers (`values`: number of that operand).
Result<MemoryForm> matrix_form(DecodeInput& input, size_t address, size_t values);

// Addresses of the op, one a lane, offset included; those of inactive lanes are the first active one's. Generic ones
// are made concrete: the space they lie in is returned.
ptx::Space matrix_addresses(const Warp& warp, const Op& op, const MemoryForm& form, uint64_t* addresses);

// Host bytes of `lanes`, checked and counted as one access. False: a lane was out, and a fault recorded.
bool touch_matrix(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask lanes, int width,
                  bool write, std::byte** hosts, CachePath path = CachePath::normal);

}  // namespace whet::vgpu
