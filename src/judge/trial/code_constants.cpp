#include "judge/trial/code_constants.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "ptx/reader/parser.h"

namespace whet {

namespace {

// Offsets of loads and stores, strides of multiplications and lanes of shuffles do not name values or places.
constexpr std::array<std::string_view, 6> k_comparing = {"setp", "set", "min", "max", "slct", "and"};
constexpr std::array<std::string_view, 9> k_arithmetic = {"add", "sub",  "xor",  "or", "mov",
                                                          "rem", "selp", "lop3", "bfe"};

template <typename Names>
bool is_one_of(const std::string& opcode, const Names& names) {
  return std::find(names.begin(), names.end(), opcode) != names.end();
}

template <typename T>
void add_once(std::vector<T>& all, T value) {
  if (std::find(all.begin(), all.end(), value) == all.end()) all.push_back(value);
}

bool is_wide(const ptx::Instruction& in) {
  return std::any_of(in.modifiers.begin(), in.modifiers.end(),
                     [](const std::string& word) { return word.ends_with("64"); });
}

double real_of(const ptx::Instruction& in, uint64_t bits) {
  if (in.has("f64")) return std::bit_cast<double>(bits);
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}

int64_t integer_of(const ptx::Instruction& in, uint64_t bits) {
  return is_wide(in) ? static_cast<int64_t>(bits) : static_cast<int32_t>(static_cast<uint32_t>(bits));
}

// Called for comparisons first, then for arithmetic.
void collect(const ptx::Module& module, bool comparing, CodeConstants& found) {
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& in : function.body) {
      const bool compares = is_one_of(in.opcode, k_comparing);
      for (const ptx::Operand& operand : in.operands) {
        if (operand.kind != ptx::Operand::Kind::immediate) continue;
        const double real = operand.is_float ? real_of(in, operand.value) : 0;
        if (operand.is_float && compares == comparing && std::isfinite(real)) add_once(found.reals, real);
        if (operand.is_float || (comparing ? !compares : !is_one_of(in.opcode, k_arithmetic))) continue;
        add_once(found.integers, integer_of(in, operand.value));
        if (in.opcode == "and") add_once(found.masks, static_cast<uint64_t>(integer_of(in, operand.value)));
      }
    }
  }
}

template <typename T>
std::vector<T> without(const std::vector<T>& own, const std::vector<T>& known) {
  std::vector<T> left;
  for (const T& value : own) {
    if (std::find(known.begin(), known.end(), value) == known.end()) left.push_back(value);
  }
  return left;
}

}  // namespace

CodeConstants constants_of(std::string_view ptx) {
  CodeConstants found;
  const auto module = ptx::parse(ptx, "its PTX");
  if (!module) return found;
  collect(*module, true, found);
  collect(*module, false, found);
  return found;
}

CodeConstants beside(const CodeConstants& own, const CodeConstants& known) {
  return {without(own.reals, known.reals), without(own.integers, known.integers), without(own.masks, known.masks)};
}

}  // namespace whet
