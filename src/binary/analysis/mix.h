// The composition of some code: instructions by class and by name, bytes by width, floating-point work.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "binary/sass/instruction.h"

namespace whet {

struct TensorUse {
  std::string name;            // "HMMA.16816.F32"
  std::string type;            // "F16"
  std::array<int, 3> shape{};  // m, n, k; zero when not encoded
  int count = 0;
};

struct InstructionMix {
  int total = 0;    // without fillers
  int fillers = 0;  // NOPs and never-taken guards
  int unknown = 0;  // opcodes not in the table; part of total
  std::array<int, k_op_class_count> by_class{};
  std::map<std::string, int> by_name;              // base mnemonic -> count
  std::map<OpClass, std::map<int, int>> by_width;  // loads, stores, copies: bytes per lane -> count
  std::vector<TensorUse> tensor;
  double flops_per_warp = 0;  // floating-point operations of one warp in one pass
  int stall_cycles = 0;       // sum of stall counts, fillers included

  int count(OpClass op_class) const { return by_class[static_cast<size_t>(op_class)]; }
  int count(std::string_view name) const;
  // Bytes that one warp moves in one pass with instructions of this class.
  double bytes_per_warp(OpClass op_class) const;
  int math() const;  // instructions of the math classes
  // Math instructions per global load or asynchronous copy; absent when there are none of these.
  std::optional<double> math_per_global_load() const;
  // Math instructions per shared or matrix load.
  std::optional<double> math_per_shared_load() const;
  // Floating-point operations per byte that a warp requests from global memory; unlike the two above it counts no
  // instructions.
  std::optional<double> flops_per_global_byte() const;
};

InstructionMix mix_of(std::span<const Instruction> instructions, std::span<const uint32_t> indices);
InstructionMix mix_of(std::span<const Instruction> instructions);

// Floating-point operations of one warp-wide execution: FFMA 64, HFMA2 128, HMMA.16816 4096 ...; each of the four warps
// of a warpgroup instruction (HGMMA) counts a quarter of its product.
double flops_of(const Instruction& instruction);

}  // namespace whet
