#include "lift/evaluate/asked_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

namespace whet::lift {
namespace {

constexpr size_t k_most_asked = 12;  // of each kind: constants of a table are many, and say little
// Sums and products of larger integers may leave 32 bits, which a meaning does not follow.
constexpr int64_t k_largest_whole = 1 << 20;

// Functions that compare, and registers that are compared, get constants by moves.
bool compares(std::string_view opcode) {
  constexpr std::string_view k_opcodes[] = {"setp", "set", "min", "max", "mov", "st"};
  return std::find(std::begin(k_opcodes), std::end(k_opcodes), opcode) != std::end(k_opcodes);
}

template <typename Value>
void add_new(std::vector<Value>& values, Value value) {
  if (values.size() < k_most_asked && std::find(values.begin(), values.end(), value) == values.end())
    values.push_back(value);
}

void add_real(AskedValues& asked, const ptx::Operand& constant, ptx::Type type) {
  const int bytes = ptx::bytes_of(type);
  if (bytes != 4 && bytes != 8) return;
  const bool is_double = bytes == 8;
  const double value =
      is_double ? std::bit_cast<double>(constant.value) : std::bit_cast<float>(static_cast<uint32_t>(constant.value));
  if (std::isfinite(value)) add_new(asked.reals, std::abs(value));
}

// (unsigned)(x - 5) < 10 asks for 5 by an addition.
void add_whole(AskedValues& asked, const ptx::Instruction& code, const ptx::Operand& constant) {
  const auto value = static_cast<int64_t>(constant.value);
  const bool is_negated = code.opcode == "add";
  if (value >= -k_largest_whole && value <= k_largest_whole) add_new(asked.wholes, is_negated ? -value : value);
}

// Additions of 64 bits make addresses.
bool asks_whole(const ptx::Instruction& code, ptx::Type type) {
  return compares(code.opcode) || (code.opcode == "add" && ptx::bytes_of(type) == 4);
}

bool is_of_library(const ptx::Function& function) {
  return function.name.starts_with("__");
}

}  // namespace

AskedValues asked_values(const std::vector<const ptx::Function*>& functions) {
  AskedValues asked;
  for (const ptx::Function* function : functions) {
    if (is_of_library(*function)) continue;
    for (const ptx::Instruction& code : function->body) {
      if (code.type_count() == 0) continue;
      const ptx::Type type = code.type(code.type_count() - 1);
      for (const ptx::Operand& operand : code.operands) {
        if (operand.kind != ptx::Operand::Kind::immediate || type == ptx::Type::pred) continue;
        const bool is_real = ptx::is_float(type) || operand.is_float;
        if (is_real && compares(code.opcode)) add_real(asked, operand, type);
        if (!is_real && asks_whole(code, type)) add_whole(asked, code, operand);
      }
    }
  }
  return asked;
}

double asked_real(const AskedValues& asked, uint64_t bits, int bytes) {
  constexpr double k_smallest = 0x1p-14;  // normal in every format
  const double value = asked.reals[(bits >> 8) % asked.reals.size()];
  const double step = std::ldexp(std::max(value, k_smallest), bytes == 2 ? -7 : bytes == 4 ? -22 : -51);
  const uint64_t kind = bits % 8;
  const double near = kind < 3 ? value : kind < 5 ? value - step : kind < 7 ? value + step : 2 * value;
  return (bits >> 4) % 4 == 0 ? -near : near;
}

int64_t asked_whole(const AskedValues& asked, uint64_t bits, int bytes, bool is_unsigned) {
  const int64_t near = asked.wholes[(bits >> 8) % asked.wholes.size()] + static_cast<int64_t>(bits % 3) - 1;
  const int64_t limit = int64_t{1} << std::min(8 * bytes - (is_unsigned ? 0 : 1), 62);
  const bool fits = near < limit && near >= (is_unsigned ? 0 : -limit);
  return fits ? near : 0;
}

}  // namespace whet::lift
