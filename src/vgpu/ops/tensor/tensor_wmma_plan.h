// How a wmma fragment comes from memory and goes there: which lane reaches which bytes, and which register gets them.
//
// A fragment is registers as tensor_core.h orders them; that is what the hardware does as well for all that kernels can
// observe. Where memory runs along the other dimension, bytes are turned round on the way. The accesses are those that
// the compiler makes of the instruction, so that they can be counted: of m16n16k16 with f16 in global memory four
// accesses of 4 bytes a lane, in shared memory one of 16 (ldmatrix), of f32 accumulators in rows four of 8.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ptx/types.h"
#include "vgpu/ops/tensor/tensor_core.h"
#include "vgpu/program/lanes.h"

namespace whet::vgpu {

enum class WmmaPart : uint8_t { a, b, c };

struct WmmaKey {
  WmmaPart part = WmmaPart::a;
  ptx::Type type = ptx::Type::f16;
  TensorShape shape;
  bool natural = true;  // memory runs along k (A in rows, B in columns), or along the rows of C
  bool shared = false;  // the address is known to be in shared memory
  bool operator==(const WmmaKey&) const = default;
};

// One access of the warp. Line and byte count from the start of the matrix.
struct WmmaAccess {
  int width = 4;
  bool rows = false;  // each lane gives a row of a matrix, as in ldmatrix
  Mask lanes = k_all_lanes;
  std::array<uint16_t, k_lanes> line, byte;
};

struct WmmaPlan {
  WmmaKey key;
  int registers = 0;   // that differ; an operand of more repeats them
  int word_bytes = 4;  // of a register
  int line_bytes = 0;  // of the matrix along memory
  std::vector<WmmaAccess> accesses;
  // Registers are put together from units of this many bytes: their places in the matrix packed line by line, by
  // register, lane and unit.
  int unit_bytes = 4;
  std::vector<uint16_t> units;
};

inline constexpr int k_most_matrix_bytes = 1024;

WmmaPlan make_plan(const WmmaKey& key);

// All the plans there are; the number of one in this list is its name.
const std::vector<WmmaPlan>& wmma_plans();
int plan_number(const WmmaKey& key);  // -1: none

}  // namespace whet::vgpu
