// Functions of ValueEvaluator whose results are integers.
#include <algorithm>
#include <bit>
#include <cmath>

#include "lift/evaluate/value_evaluator.h"

namespace whet::lift {
namespace {

struct BitFunction {
  std::string_view name;
  size_t arguments;
  int64_t (*of)(int64_t, int64_t);
  bool is_modular;  // the low bits of the result follow from those of the arguments
};

// Amounts are unsigned: what is negative is as large as any.
int64_t shifted_left(int64_t a, int64_t b) {
  return b < 0 || b > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(a) << b);
}

constexpr BitFunction k_bit_functions[] = {
    {"and", 2, [](int64_t a, int64_t b) { return a & b; }, true},
    {"or", 2, [](int64_t a, int64_t b) { return a | b; }, true},
    {"xor", 2, [](int64_t a, int64_t b) { return a ^ b; }, true},
    {"shl", 2, shifted_left, true},
    {"shr", 2, [](int64_t a, int64_t b) { return a >> (b < 0 || b > 63 ? 63 : b); }, false},
    {"popc", 1, [](int64_t a, int64_t) -> int64_t { return std::popcount(static_cast<uint32_t>(a)); }, true},
    {"popc64", 1, [](int64_t a, int64_t) -> int64_t { return std::popcount(static_cast<uint64_t>(a)); }, true},
    {"clz", 1, [](int64_t a, int64_t) -> int64_t { return std::countl_zero(static_cast<uint32_t>(a)); }, true},
    {"clz64", 1, [](int64_t a, int64_t) -> int64_t { return std::countl_zero(static_cast<uint64_t>(a)); }, true},
};

// The low `bits`; of a negative number of bits, with their sign.
int64_t wrapped(int64_t value, int64_t bits) {
  const int64_t unused = 64 - std::clamp<int64_t>(std::abs(bits), 1, 64);
  const uint64_t high = static_cast<uint64_t>(value) << unused;
  return bits < 0 ? static_cast<int64_t>(high) >> unused : static_cast<int64_t>(high >> unused);
}

}  // namespace

// Towards zero; both ends of what the number may be must agree. Else it is the upper one, so that an array is long
// enough whichever of them an index is.
Whole ValueEvaluator::truncated(Estimate x) {
  const double low = std::trunc(x.value - x.error), high = std::trunc(x.value + x.error);
  const bool is_sure = low == high && std::abs(low) < 0x1p63;
  const bool is_some = is_sure || std::abs(high) < 0x1p31;
  return {is_some ? static_cast<int64_t>(high) : 0, !is_sure};
}

Whole ValueEvaluator::whole_call(Expr e, const Node& node) {
  const std::string& name = arena_.text(e);
  if (name == "int") return truncated(real(node.args[0]));
  if (name == "wrap") {
    const Whole number = whole(node.args[0]);
    return {wrapped(number.value, exact(node.args[1]).value), number.is_unsure};
  }
  const auto known = std::find_if(std::begin(k_bit_functions), std::end(k_bit_functions),
                                  [&](const BitFunction& function) { return function.name == name; });
  if (known == std::end(k_bit_functions) || known->arguments != node.args.size()) {
    fail("the function `" + name + "` is not evaluated");
    return {};
  }
  const Whole a = known->is_modular ? whole(node.args[0]) : exact(node.args[0]);
  const Whole b = known->arguments > 1 ? whole(node.args[1]) : Whole{};
  const bool keeps_bits = known->arguments > 1;  // others count them
  return {known->of(a.value, b.value), a.is_unsure || b.is_unsure, keeps_bits && (a.has_wrapped || b.has_wrapped)};
}

}  // namespace whet::lift
