#include "lift/meaning/bounds.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"
#include "lift/meaning/vector_tail.h"

namespace whet::lift {
namespace {

bool is_bounded(const Arena& arena, const SpaceIndex& index) {
  return !index.is_launched && constant(arena, index.count) != 0;
}

bool holds_other_index(const Arena& arena, const Draft& draft, Expr e, Expr variable) {
  return std::any_of(draft.space.begin(), draft.space.end(), [&](const SpaceIndex& index) {
    return index.variable != variable && arena.contains(e, index.variable);
  });
}

// Whether the guard was used up.
bool take_guard(Arena& arena, Draft& draft, SpaceIndex& index, Expr guard, bool dependent) {
  if (arena[guard].kind != Kind::nonneg || !arena.contains(guard, index.variable)) return false;
  const auto linear = linear_in(arena, arena[guard].args[0], index.variable);
  if (!linear || (!dependent && holds_other_index(arena, draft, linear->rest, index.variable))) return false;
  const auto factor = constant(arena, linear->coefficient);
  if (!factor || *factor == 0) return false;
  if (*factor < 0) {
    if (is_bounded(arena, index)) return false;
    const Expr step = integer(arena, -*factor);
    index.count = quotient(arena, add(arena, linear->rest, step), step);
    index.is_launched = false;
    draft.facts.push_back(guard);
    return true;
  }
  return presumed_nonneg(arena, linear->rest);
}

// c*v >= k with a constant k: v begins at the next whole number.
bool move_start(Arena& arena, Draft& draft, SpaceIndex& index, size_t guard) {
  const Expr condition = draft.guard[guard];
  if (arena[condition].kind != Kind::nonneg || index.is_launched) return false;
  const auto linear = linear_in(arena, arena[condition].args[0], index.variable);
  const auto factor = linear ? constant(arena, linear->coefficient) : std::nullopt;
  const auto rest = linear ? constant(arena, linear->rest) : std::nullopt;
  if (!factor || *factor <= 0 || !rest || *rest >= 0) return false;
  const int64_t start = (-*rest + *factor - 1) / *factor;
  draft.guard.erase(draft.guard.begin() + static_cast<std::ptrdiff_t>(guard));
  const Expr count = index.count, variable = index.variable;
  draft.replace(arena, variable, add(arena, variable, integer(arena, start)));
  index.count = subtract(arena, count, integer(arena, start));
  index.start += start;
  return true;
}

// The only value that a guard of the form v == value allows.
std::optional<Expr> fixed_value(Arena& arena, const Draft& draft, Expr guard, const SpaceIndex& index) {
  const Expr variable = index.variable;
  if (arena[guard].kind != Kind::zero) return {};
  const auto linear = linear_in(arena, arena[guard].args[0], variable);
  const auto factor = linear ? constant(arena, linear->coefficient) : std::nullopt;
  if (!factor || std::abs(*factor) != 1 || holds_other_index(arena, draft, linear->rest, variable)) return {};
  const Expr value = scale(arena, linear->rest, -*factor);
  const bool is_last = index.is_launched && value == subtract(arena, index.count, integer(arena, 1));
  return is_last || presumed_nonneg(arena, value) ? std::optional(value) : std::nullopt;
}

// v == 5: only one thread or pass stores, where it exists. There always is a first one.
bool fix_index(Arena& arena, Draft& draft) {
  for (size_t i = 0; i < draft.space.size(); ++i) {
    const SpaceIndex index = draft.space[i];
    for (size_t g = 0; g < draft.guard.size(); ++g) {
      const auto value = fixed_value(arena, draft, draft.guard[g], index);
      if (!value) continue;
      draft.guard.erase(draft.guard.begin() + static_cast<std::ptrdiff_t>(g));
      draft.space.erase(draft.space.begin() + static_cast<std::ptrdiff_t>(i));
      const bool limited = index.is_launched ? constant(arena, *value) != 0 : constant(arena, index.count) != 0;
      if (limited) draft.guard.push_back(less(arena, *value, index.count));
      draft.replace(arena, index.variable, *value);
      return true;
    }
  }
  return false;
}

// An index that is not 0 is at least 1; x/d <= m says x < d*(m + 1).
Expr plain_bound(Arena& arena, const Draft& draft, Expr guard) {
  const Node node = arena[guard];
  if (node.kind == Kind::negation && arena[node.args[0]].kind == Kind::zero) {
    for (const SpaceIndex& index : draft.space) {
      if (arena[node.args[0]].args[0] != index.variable) continue;
      return nonneg(arena, subtract(arena, index.variable, integer(arena, 1)));
    }
  }
  if (node.kind != Kind::nonneg) return guard;
  for (const Term& term : terms_of(arena, node.args[0])) {
    if (term.coefficient != -1 || term.atoms.size() != 1 || arena[term.atoms[0]].kind != Kind::quotient) continue;
    const std::vector<Expr> parts = arena[term.atoms[0]].args;
    const Expr most = add(arena, node.args[0], term.atoms[0]);
    if (!presumed_nonneg(arena, parts[0]) || !presumed_nonneg(arena, parts[1])) continue;
    const Expr end = multiply(arena, parts[1], add(arena, most, integer(arena, 1)));
    if (arena.contains(end, term.atoms[0])) continue;
    return less(arena, parts[0], end);
  }
  return guard;
}

bool occurs(const Arena& arena, const Draft& draft, Expr e) {
  return draft.contains(arena, e);
}

// What the index is divided by, and divides its range; the divisor with the fewest factors.
std::optional<Expr> smallest_divisor(Arena& arena, const Draft& draft, const SpaceIndex& index) {
  std::optional<Expr> smallest;
  const auto factors = [&](Expr e) { return terms_of(arena, e).back().atoms.size(); };
  for (const Expr part : arena.all_parts(arena.call("store", {draft.offset, draft.value, both(arena, draft.guard)}))) {
    const Node node = arena[part];
    const bool divides = node.kind == Kind::quotient || node.kind == Kind::remainder;
    if (!divides || node.args[0] != index.variable || terms_of(arena, node.args[1]).size() != 1) continue;
    if (!divide_exactly(arena, index.count, node.args[1])) continue;
    if (!smallest || factors(node.args[1]) < factors(*smallest)) smallest = node.args[1];
  }
  return smallest;
}

// With column < extent: (extent*x + column)/(extent*y) is x/y, and the remainder is extent*(x%y) + column.
Expr without_column(Arena& arena, Expr e, Expr column, Expr extent) {
  const Node node = arena[e];
  if (node.kind != Kind::quotient && node.kind != Kind::remainder) return e;
  const auto linear = linear_in(arena, node.args[0], column);
  if (!linear || constant(arena, linear->coefficient) != 1 || !presumed_nonneg(arena, linear->rest)) return e;
  const auto x = divide_exactly(arena, linear->rest, extent), y = divide_exactly(arena, node.args[1], extent);
  if (!x || !y) return e;
  if (node.kind == Kind::quotient) return quotient(arena, *x, *y);
  return add(arena, multiply(arena, extent, remainder(arena, *x, *y)), column);
}

// i < min(a, b) are two guards.
std::vector<Expr> without_minima(Arena& arena, const std::vector<Expr>& guards) {
  std::vector<Expr> apart;
  for (const Expr guard : guards) {
    const Expr least = arena[guard].kind == Kind::nonneg ? arena[guard].args[0] : guard;
    const auto terms = arena[guard].kind == Kind::nonneg ? terms_of(arena, least) : std::vector<Term>();
    const auto lone = std::find_if(terms.begin(), terms.end(), [&](const Term& term) {
      return term.coefficient == 1 && term.atoms.size() == 1 && arena[term.atoms[0]].kind == Kind::minimum;
    });
    if (lone == terms.end()) {
      apart.push_back(guard);
      continue;
    }
    const Expr rest = subtract(arena, least, lone->atoms[0]);
    for (const Expr bound : std::vector<Expr>(arena[lone->atoms[0]].args)) {
      apart.push_back(nonneg(arena, add(arena, rest, bound)));
    }
  }
  return apart;
}

// Where an index of a range is, the range is not empty.
void drop_guards_of_ranges(Arena& arena, Draft& draft) {
  for (const SpaceIndex& index : draft.space) {
    if (is_bounded(arena, index)) std::erase(draft.guard, less(arena, integer(arena, 0), index.count));
  }
}

}  // namespace

void take_bounds(Arena& arena, Draft& draft) {
  draft.guard = without_minima(arena, draft.guard);
  for (Expr& guard : draft.guard) guard = plain_bound(arena, draft, guard);
  std::vector<Expr> members_of_guard;
  for (const Expr e : members(arena, both(arena, draft.guard))) {
    const bool always = arena[e].kind == Kind::nonneg && presumed_nonneg(arena, arena[e].args[0]);
    if (!always) members_of_guard.push_back(e);
  }
  draft.guard = std::move(members_of_guard);
  while (fix_index(arena, draft) || fix_tail(arena, draft)) draft.guard = members(arena, both(arena, draft.guard));
  for (SpaceIndex& index : draft.space) {
    std::erase_if(draft.guard, [&](Expr guard) { return take_guard(arena, draft, index, guard, false); });
    for (size_t i = 0; i < draft.guard.size();) i = move_start(arena, draft, index, i) ? 0 : i + 1;
  }
  drop_guards_of_ranges(arena, draft);
}

void take_dependent_bounds(Arena& arena, Draft& draft) {
  for (SpaceIndex& index : draft.space) {
    if (index.is_launched || is_bounded(arena, index)) continue;
    const auto at = std::find_if(draft.guard.begin(), draft.guard.end(),
                                 [&](Expr guard) { return take_guard(arena, draft, index, guard, true); });
    if (at != draft.guard.end()) draft.guard.erase(at);
  }
}

namespace {

bool is_block_extent(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  return node.kind == Kind::special && node.value >= static_cast<int64_t>(Special::ntid_x) &&
         node.value <= static_cast<int64_t>(Special::ntid_z);
}

// The next larger stride tells how many threads there are: 8*j + t, where t is an index of threads.
std::optional<int64_t> threads_by_stride(Arena& arena, const Draft& draft, const SpaceIndex& index) {
  if (!index.is_launched || !is_block_extent(arena, index.count)) return {};
  const auto own = linear_in(arena, draft.offset, index.variable);
  if (!own || own->coefficient == integer(arena, 0)) return {};
  std::optional<int64_t> least;
  for (const SpaceIndex& other : draft.space) {
    const auto linear = linear_in(arena, draft.offset, other.variable);
    if (other.variable == index.variable || !linear) continue;
    const auto ratio = divide_exactly(arena, linear->coefficient, own->coefficient);
    const auto number = ratio ? constant(arena, *ratio) : std::nullopt;
    if (number && *number > 1 && *number <= 1024 && (!least || *number < *least)) least = number;
  }
  return least;
}

// Takes the extent of a block from the strides, where the indices then become one.
bool join_threads(Arena& arena, Draft& draft, std::set<std::string>& assumptions) {
  for (size_t i = 0; i < draft.space.size(); ++i) {
    const auto threads = threads_by_stride(arena, draft, draft.space[i]);
    if (!threads) continue;
    const Expr extent = draft.space[i].count;
    Draft assumed = draft;
    assumed.space[i].count = integer(arena, *threads);
    assumed.space[i].is_launched = false;
    std::set<std::string> more;
    if (!join_indices(arena, assumed, more)) continue;
    assumed.replace(arena, extent, integer(arena, *threads));
    const auto axis = static_cast<size_t>(arena[extent].value - static_cast<int64_t>(Special::ntid_x));
    assumptions.insert(std::string("blockDim.") + "xyz"[axis] + " is " + std::to_string(*threads));
    assumptions.insert(more.begin(), more.end());
    draft = std::move(assumed);
    return true;
  }
  return false;
}

}  // namespace

bool join_indices(Arena& arena, Draft& draft, std::set<std::string>& assumptions) {
  for (size_t outer = 0; outer < draft.space.size(); ++outer) {
    for (size_t inner = 0; inner < draft.space.size(); ++inner) {
      const SpaceIndex major = draft.space[outer], minor = draft.space[inner];
      if (outer == inner || !is_bounded(arena, minor) || arena.contains(minor.count, major.variable)) continue;
      Draft joined = draft;
      std::erase_if(joined.space, [&](const SpaceIndex& index) {
        return index.variable == major.variable || index.variable == minor.variable;
      });
      const Expr whole = arena.fresh_variable();
      joined.replace(arena, minor.variable, subtract(arena, whole, multiply(arena, minor.count, major.variable)));
      if (occurs(arena, joined, major.variable) || !occurs(arena, joined, whole)) continue;
      joined.space.push_back({whole, multiply(arena, minor.count, major.count), major.is_launched});
      draft = std::move(joined);
      return true;
    }
  }
  return join_threads(arena, draft, assumptions);
}

void drop_single_indices(Arena& arena, Draft& draft) {
  for (const SpaceIndex& index : std::vector<SpaceIndex>(draft.space)) {
    if (index.is_launched || constant(arena, index.count) != 1) continue;
    std::erase_if(draft.space, [&](const SpaceIndex& other) { return other.variable == index.variable; });
    draft.replace(arena, index.variable, integer(arena, 0));
  }
}

bool split_indices(Arena& arena, Draft& draft) {
  for (const SpaceIndex& index : std::vector<SpaceIndex>(draft.space)) {
    if (!is_bounded(arena, index)) continue;
    const auto extent = smallest_divisor(arena, draft, index);
    const auto rows = extent ? divide_exactly(arena, index.count, *extent) : std::nullopt;
    if (!rows) continue;
    const Expr row = arena.fresh_variable(), column = arena.fresh_variable();
    std::erase_if(draft.space, [&](const SpaceIndex& other) { return other.variable == index.variable; });
    draft.replace(arena, index.variable, add(arena, multiply(arena, row, *extent), column));
    draft.change([&](Expr e) {
      return rewrite(arena, e, [&](Expr part) { return without_column(arena, part, column, *extent); });
    });
    draft.space.push_back({row, *rows, false});
    draft.space.push_back({column, *extent, false});
    return true;
  }
  return false;
}

void count_upwards(Arena& arena, Draft& draft) {
  for (const SpaceIndex index : std::vector<SpaceIndex>(draft.space)) {
    const auto linear = linear_in(arena, draft.offset, index.variable);
    if (!is_bounded(arena, index) || !linear || linear->coefficient == integer(arena, 0)) continue;
    if (!presumed_nonneg(arena, scale(arena, linear->coefficient, -1))) continue;
    const Expr last = subtract(arena, index.count, integer(arena, 1));
    draft.replace(arena, index.variable, subtract(arena, last, index.variable));
  }
}

void use_guards(Arena& arena, Draft& draft) {
  Replacements known;
  std::vector<Expr> facts = draft.guard;
  facts.insert(facts.end(), draft.facts.begin(), draft.facts.end());
  for (const SpaceIndex& index : draft.space) facts.push_back(less(arena, index.variable, index.count));
  for (const Expr fact : facts) {
    known[fact] = arena.truth(true);
    known[negate(arena, fact)] = arena.truth(false);
  }
  draft.value = substitute(arena, draft.value, known);
}

}  // namespace whet::lift
