// 8 x 8 matrices of 16-bit elements: lane 4 * row + i holds columns 2 * i and 2 * i + 1 of its row.
#pragma once

#include <cstddef>
#include <cstdint>

namespace whet::vgpu {

// Transposes a matrix. `from` and `to` have 32 words each and may be the same.
void transpose_halves(const uint32_t* from, uint32_t* to);

}  // namespace whet::vgpu
