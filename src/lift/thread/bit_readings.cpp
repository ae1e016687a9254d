#include "lift/thread/bit_readings.h"

#include <algorithm>
#include <unordered_set>

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
std::vector<Sign> signs_of(const Arena& arena, Expr e, const std::vector<Sign>& signs) {
  std::vector<Sign> found;
  for (const Expr each : moved_words(arena, e)) {
    if (arena[each].kind == Kind::load) found.push_back(sign_of(arena, arena[each].args[0], signs));
  }
  return found;
}

// Whether it is made of the words of its parts, as a choice or an exchange between lanes is.
bool moves_words(const Arena& arena, Expr e) {
  const Kind kind = arena[e].kind;
  return kind == Kind::select || kind == Kind::maximum || kind == Kind::minimum ||
         (kind == Kind::call && arena.text(e).starts_with('@'));
}

bool holds(const std::vector<Sign>& found, bool (*test)(Sign)) {
  return std::any_of(found.begin(), found.end(), test);
}

}  // namespace

std::vector<Expr> moved_words(const Arena& arena, Expr e) {
  std::vector<Expr> found{e};
  std::unordered_set<uint32_t> seen{e.id};
  for (size_t at = 0; at < found.size(); ++at) {
    if (!moves_words(arena, found[at])) continue;
    for (const Expr part : arena[found[at]].args) {
      if (seen.insert(part.id).second) found.push_back(part);
    }
  }
  return found;
}

std::optional<std::string> misread(const Arena& arena, Expr e, ptx::Type type, const std::vector<Sign>& signs) {
  if (type == ptx::Type::pred) return {};
  const std::vector<Sign> found = signs_of(arena, e, signs);
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
  const std::vector<Sign> found = signs_of(arena, value, signs);
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
