// What a stretch of code is made of: instructions by class and by name, bytes by width, floating-point work.
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
  std::array<int, 3> shape{};  // m, n, k; zero when the encoding does not hold it
  int count = 0;
};

struct InstructionMix {
  int total = 0;    // without fillers
  int fillers = 0;  // NOPs and never-taken guards: padding, not work
  int unknown = 0;  // opcodes that are not in the table; part of total
  std::array<int, k_op_class_count> by_class{};
  std::map<std::string, int> by_name;              // base mnemonic -> count
  std::map<OpClass, std::map<int, int>> by_width;  // loads, stores, copies: bytes a lane -> count
  std::vector<TensorUse> tensor;
  double flops_per_warp = 0;  // floating-point operations one warp does in one pass
  int stall_cycles = 0;       // sum of the stall counts, fillers included

  int count(OpClass op_class) const { return by_class[static_cast<size_t>(op_class)]; }
  int count(std::string_view name) const;
  // Bytes one warp moves in one pass with instructions of this class.
  double bytes_per_warp(OpClass op_class) const;
  int math() const;  // instructions of the classes that are math
  // Math instructions for each global load or asynchronous copy instruction; nothing without any.
  std::optional<double> math_per_global_load() const;
  // Math instructions for each shared or matrix load instruction.
  std::optional<double> math_per_shared_load() const;
  // Floating-point operations for each byte a warp asks of global memory; another thing than the two above.
  std::optional<double> flops_per_global_byte() const;
};

InstructionMix mix_of(std::span<const Instruction> instructions, std::span<const uint32_t> indices);
InstructionMix mix_of(std::span<const Instruction> instructions);

// Floating-point operations one warp-wide execution does: FFMA 64, HFMA2 128, HMMA.16816 4096 ...; a warpgroup
// instruction (HGMMA) counts a quarter of its product for each of its four warps.
double flops_of(const Instruction& instruction);

}  // namespace whet
