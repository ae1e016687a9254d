// Memory access of matrix instructions: the addresses of the lanes, and the bytes there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/warp.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

// Sets the op's base and offset from its address operand, and the form's space, address width and registers. `values`
// is the index of the operand with the registers.
Result<MemoryForm> matrix_form(DecodeInput& input, size_t address, size_t values);

// The addresses of the op, one per lane, including the offset; inactive lanes have that of the first active one.
// Generic addresses are converted, and their space is returned.
ptx::Space matrix_addresses(const Warp& warp, const Op& op, const MemoryForm& form, uint64_t* addresses);

// Host pointers of `lanes`, checked and counted as one access. False if a lane fails; a fault was reported then.
bool touch_matrix(Warp& warp, const Op& op, ptx::Space space, const uint64_t* addresses, Mask lanes, int width,
                  bool write, std::byte** hosts, CachePath path = CachePath::normal);

}  // namespace whet::vgpu
