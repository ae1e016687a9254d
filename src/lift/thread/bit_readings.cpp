#include "lift/thread/bit_readings.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

Sign sign_of(const Arena& arena, Expr array, const std::vector<Sign>& signs) {
  const Node& node = arena[array];
  const auto number = static_cast<size_t>(node.value);
  return node.kind == Kind::parameter && number < signs.size() ? signs[number] : Sign::unknown;
}

// The kinds of number that a value may be as it was loaded: of a choice or an exchange those of all its parts.
void add_signs(const Arena& arena, Expr e, const std::vector<Sign>& signs, std::vector<Sign>& found) {
  const Node& node = arena[e];
  if (node.kind == Kind::load) found.push_back(sign_of(arena, node.args[0], signs));
  if (!moves_words(arena, e)) return;
  for (const Expr part : node.args) add_signs(arena, part, signs, found);
}

bool holds(const std::vector<Sign>& found, bool (*test)(Sign)) {
  return std::any_of(found.begin(), found.end(), test);
}

}  // namespace

bool moves_words(const Arena& arena, Expr e) {
  const Kind kind = arena[e].kind;
  return kind == Kind::select || kind == Kind::maximum || kind == Kind::minimum ||
         (kind == Kind::call && arena.text(e).starts_with('@'));
}

std::optional<std::string> misread(const Arena& arena, Expr e, ptx::Type type, const std::vector<Sign>& signs) {
  if (type == ptx::Type::pred) return {};
  std::vector<Sign> found;
  add_signs(arena, e, signs, found);
  if (ptx::is_float(type)) return holds(found, is_whole) ? std::optional<std::string>(k_whole_bits) : std::nullopt;
  return holds(found, [](Sign sign) { return sign == Sign::of_real; }) ? std::optional<std::string>(k_real_bits)
                                                                       : std::nullopt;
}

std::optional<std::string> misused(const Arena& arena, Expr array, ptx::Type type, const std::vector<Sign>& signs) {
  const Sign sign = sign_of(arena, array, signs);
  if (sign == Sign::of_real && !ptx::is_float(type)) return k_real_bits;
  if (is_whole(sign) && ptx::is_float(type)) return k_whole_bits;
  return {};
}

std::optional<std::string> misplaced(const Arena& arena, Expr array, Expr value, const std::vector<Sign>& signs) {
  const Sign sign = sign_of(arena, array, signs);
  std::vector<Sign> found;
  add_signs(arena, value, signs, found);
  const bool has_real = is_real(arena, value) || holds(found, [](Sign each) { return each == Sign::of_real; });
  if (is_whole(sign) && has_real) return k_real_bits;
  const bool has_whole =
      (is_integer(arena, value) && arena[value].kind == Kind::polynomial && !constant(arena, value)) ||
      holds(found, is_whole);
  if (sign == Sign::of_real && has_whole) return k_whole_bits;
  return {};
}

bool computes(const std::string& opcode) {
  constexpr std::string_view k_opcodes[] = {"add", "sub", "mul",  "mad", "fma", "div", "rem",  "min",  "max",
                                            "neg", "abs", "setp", "set", "cvt", "shl", "shr",  "and",  "or",
                                            "xor", "not", "popc", "clz", "bfe", "bfi", "brev", "bfind"};
  return std::find(std::begin(k_opcodes), std::end(k_opcodes), opcode) != std::end(k_opcodes);
}

}  // namespace whet::lift
