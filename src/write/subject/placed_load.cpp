#include "write/subject/placed_load.h"

#include <algorithm>
#include <cstdlib>

#include "lift/expression/polynomial.h"

namespace whet::write {

namespace {

constexpr int64_t k_furthest = 16;  // elements or rows from the one that is stored

// How many strides the offset holds: 2*w of 2*w + 1 where the stride is w.
int64_t shift_along(const lift::Arena& arena, Expr rest, Expr stride) {
  const auto terms = lift::terms_of(arena, stride);
  if (terms.empty()) return 0;
  const auto longest = std::max_element(terms.begin(), terms.end(), [](const lift::Term& a, const lift::Term& b) {
    return a.atoms.size() < b.atoms.size();
  });
  for (const lift::Term& term : lift::terms_of(arena, rest)) {
    if (term.atoms != longest->atoms) continue;
    const int64_t size = std::abs(longest->coefficient);
    const int64_t half = term.coefficient < 0 ? -size / 2 : size / 2;
    return (term.coefficient + half) / longest->coefficient;
  }
  return 0;
}

// Takes the strides out of the offset; false: it is not linear.
bool take_strides(lift::Arena& arena, const std::vector<lift::SpaceIndex>& space, PlacedLoad& found) {
  for (const lift::SpaceIndex& index : space) {
    const auto linear = lift::linear_in(arena, found.base, index.variable);
    if (!linear) return false;
    found.base = linear->rest;
    found.strides.push_back(linear->coefficient);
  }
  return std::none_of(space.begin(), space.end(),
                      [&](const lift::SpaceIndex& index) { return arena.contains(found.base, index.variable); });
}

}  // namespace

std::optional<PlacedLoad> placed_load(lift::Arena& arena, Expr load, const std::vector<lift::SpaceIndex>& space) {
  const lift::Node node = arena[load];
  const auto offset = lift::divide_exactly(arena, node.args[1], lift::integer(arena, node.bytes));
  if (!offset || !parts_of_kind(arena, {node.args[1]}, lift::Kind::load).empty()) return std::nullopt;
  PlacedLoad found{load, {}, {}, *offset};
  if (!take_strides(arena, space, found)) return std::nullopt;
  for (const Expr stride : found.strides) {
    const int64_t shift = shift_along(arena, found.base, stride);
    if (std::abs(shift) > k_furthest) return std::nullopt;
    found.base = lift::subtract(arena, found.base, lift::scale(arena, stride, shift));
    found.shifts.push_back(shift);
  }
  return found;
}

bool is_same_field(const lift::Arena& arena, const PlacedLoad& a, const PlacedLoad& b) {
  return arena[a.load].args[0] == arena[b.load].args[0] && a.strides == b.strides && a.base == b.base;
}

}  // namespace whet::write
