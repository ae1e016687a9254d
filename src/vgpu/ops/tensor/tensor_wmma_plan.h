// How a wmma fragment is loaded and stored: which lane accesses which bytes, and which register they belong to.
//
// A fragment consists of registers in the order of tensor_core.h, as in hardware, as far as kernels can observe. If
// memory runs along the other dimension, the bytes are transposed on the way. The accesses are those that the compiler
// generates, so that they can be counted: for m16n16k16 with f16, four accesses of 4 bytes per lane in global memory,
// one of 16 in shared memory (ldmatrix); for f32 accumulators in rows, four of 8.
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

// One warp-wide access. Line and byte are relative to the start of the matrix.
struct WmmaAccess {
  int width = 4;
  bool rows = false;  // each lane accesses a row of a matrix, as in ldmatrix
  Mask lanes = k_all_lanes;
  std::array<uint16_t, k_lanes> line, byte;
};

struct WmmaPlan {
  WmmaKey key;
  int registers = 0;   // distinct ones; an operand with more repeats them
  int word_bytes = 4;  // of a register
  int line_bytes = 0;  // of the matrix along memory
  std::vector<WmmaAccess> accesses;
  // Registers are composed of units of this many bytes. `units` has their offsets in the matrix, packed line by line,
  // by register, lane and unit.
  int unit_bytes = 4;
  std::vector<uint16_t> units;
};

inline constexpr int k_most_matrix_bytes = 1024;

WmmaPlan make_plan(const WmmaKey& key);

// All existing plans; a plan is identified by its index in this list.
const std::vector<WmmaPlan>& wmma_plans();
int plan_number(const WmmaKey& key);  // -1: there is none

}  // namespace whet::vgpu
