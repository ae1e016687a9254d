#include "binary/analysis/mix.h"

#include <algorithm>
#include <numeric>
#include <string_view>

namespace whet {

namespace {

constexpr int k_warp = 32;

bool starts_with_any(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// Operations per lane: an FMA is two, packed halves count twice.
double lane_flops(const Instruction& instruction) {
  const std::string_view name = instruction.name;
  if (name == "FFMA2") return 4;
  if (name == "FADD2" || name == "FMUL2") return 2;
  if (starts_with_any(name, {"FFMA", "DFMA"})) return 2;
  if (starts_with_any(name, {"HFMA2"})) return 4;
  if (starts_with_any(name, {"FADD", "FMUL", "DADD", "DMUL"})) return 1;
  if (starts_with_any(name, {"HADD2", "HMUL2"})) return 2;
  return 0;
}

void count_tensor(const Instruction& instruction, InstructionMix& mix) {
  const std::string name = instruction.mnemonic();
  for (TensorUse& use : mix.tensor) {
    if (use.name == name) {
      ++use.count;
      return;
    }
  }
  mix.tensor.push_back({name, std::string(instruction.tensor_type), instruction.tensor_shape, 1});
}

void count(const Instruction& instruction, InstructionMix& mix) {
  mix.stall_cycles += instruction.control.stall;
  if (instruction.op_class == OpClass::filler) {
    ++mix.fillers;
    return;
  }
  ++mix.total;
  ++mix.by_class[static_cast<size_t>(instruction.op_class)];
  ++mix.by_name[std::string(instruction.name)];
  if (!instruction.known()) ++mix.unknown;
  if (instruction.width_bytes) ++mix.by_width[instruction.op_class][*instruction.width_bytes];
  if (instruction.op_class == OpClass::tensor) count_tensor(instruction, mix);
  mix.flops_per_warp += flops_of(instruction);
}

}  // namespace

double flops_of(const Instruction& instruction) {
  if (instruction.op_class == OpClass::move || instruction.op_class == OpClass::filler) return 0;
  if (instruction.op_class != OpClass::tensor) return k_warp * lane_flops(instruction);
  const auto& [m, n, k] = instruction.tensor_shape;
  const bool warpgroup = instruction.name.find("GMMA") != std::string_view::npos;
  return 2.0 * m * n * k / (warpgroup ? 4 : 1);
}

int InstructionMix::count(std::string_view name) const {
  const auto found = by_name.find(std::string(name));
  return found == by_name.end() ? 0 : found->second;
}

double InstructionMix::bytes_per_warp(OpClass op_class) const {
  const auto found = by_width.find(op_class);
  if (found == by_width.end()) return 0;
  return std::accumulate(found->second.begin(), found->second.end(), 0.0, [](double sum, const auto& entry) {
    return sum + double{k_warp} * entry.first * entry.second;
  });
}

int InstructionMix::math() const {
  int sum = 0;
  for (int i = 0; i < k_op_class_count; ++i) sum += is_math(static_cast<OpClass>(i)) ? by_class[i] : 0;
  return sum;
}

std::optional<double> InstructionMix::math_per_global_load() const {
  const int loads = count(OpClass::load_global) + count(OpClass::async_copy);
  return loads > 0 ? std::optional(double(math()) / loads) : std::nullopt;
}

std::optional<double> InstructionMix::math_per_shared_load() const {
  const int loads = count(OpClass::load_shared) + count(OpClass::matrix_load);
  return loads > 0 ? std::optional(double(math()) / loads) : std::nullopt;
}

std::optional<double> InstructionMix::flops_per_global_byte() const {
  const double bytes = bytes_per_warp(OpClass::load_global) + bytes_per_warp(OpClass::store_global) +
                       bytes_per_warp(OpClass::async_copy);
  return bytes > 0 && flops_per_warp > 0 ? std::optional(flops_per_warp / bytes) : std::nullopt;
}

InstructionMix mix_of(std::span<const Instruction> instructions, std::span<const uint32_t> indices) {
  InstructionMix mix;
  for (const uint32_t index : indices) count(instructions[index], mix);
  return mix;
}

InstructionMix mix_of(std::span<const Instruction> instructions) {
  InstructionMix mix;
  for (const Instruction& instruction : instructions) count(instruction, mix);
  return mix;
}

}  // namespace whet
