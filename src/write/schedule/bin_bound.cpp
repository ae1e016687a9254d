// How many bins a histogram has: from its conditions, the types it reads, or the shape of its array.
#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/schedule/histogram.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

using Bound = std::optional<int64_t>;

Bound lower_of(Bound a, Bound b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

bool is_narrow_unsigned(ElementType type) {
  return type == ElementType::u8 || type == ElementType::u16 || type == ElementType::boolean;
}

// The greatest value that the form of an index allows, where it cannot be negative. `is_likely`: or is not likely to
// be.
Bound greatest(const Subject& subject, Expr e, bool is_likely) {
  const lift::Arena& arena = subject.arena;
  const Node& node = arena[e];
  if (const auto value = lift::constant(arena, e)) return *value >= 0 ? Bound(*value) : std::nullopt;
  if (node.kind == Kind::load) {
    const ElementType type = subject.parameter(node.args[0]).type;
    if (!is_narrow_unsigned(type)) return std::nullopt;
    return type == ElementType::boolean ? 1 : (int64_t{1} << (8 * bytes_of(type))) - 1;
  }
  if (node.kind == Kind::remainder) {
    const auto by = lift::constant(arena, node.args[1]);
    const bool is_bounded = by && *by > 0 && (is_likely || greatest(subject, node.args[0], false));
    return is_bounded ? Bound(*by - 1) : std::nullopt;
  }
  if (node.kind == Kind::quotient) {
    const auto above = greatest(subject, node.args[0], is_likely), by = lift::constant(arena, node.args[1]);
    return above && by && *by > 0 ? Bound(*above / *by) : std::nullopt;
  }
  if (node.kind == Kind::call && arena.text(e) == "and") {
    Bound least;
    for (const Expr arg : node.args) {
      const auto mask = lift::constant(arena, arg);
      if (mask && *mask >= 0) least = lower_of(least, mask);
    }
    return least;
  }
  if (node.kind == Kind::select) {
    const Bound yes = greatest(subject, node.args[1], is_likely), no = greatest(subject, node.args[2], is_likely);
    return yes && no ? Bound(std::max(*yes, *no)) : std::nullopt;
  }
  return std::nullopt;
}

// A condition 0 <= limit - index bounds the index; another must keep it from being negative.
Bound greatest_by_guard(const Subject& subject, const lift::Statement& statement, Expr index, bool at_case) {
  lift::Arena& arena = subject.arena;
  Bound least;
  bool has_floor = greatest(subject, index, false).has_value();
  for (const Expr condition : statement.guard) {
    const Node node = arena[condition];
    if (node.kind != Kind::nonneg) continue;
    has_floor |= node.args[0] == index;
    const Expr limit = lift::add(arena, node.args[0], index);
    least = lower_of(least, at_case ? subject.size(limit) : lift::constant(arena, limit));
  }
  return has_floor || at_case ? least : std::nullopt;
}

}  // namespace

std::optional<BinBound> bin_bound(const Subject& subject, const lift::Statement& statement) {
  lift::Arena& arena = subject.arena;
  const auto index = lift::divide_exactly(arena, statement.offset, lift::integer(arena, statement.bytes));
  if (!index) return std::nullopt;
  const Bound certain =
      lower_of(greatest(subject, *index, false), greatest_by_guard(subject, statement, *index, false));
  Bound at_case = lower_of(greatest(subject, *index, true), greatest_by_guard(subject, statement, *index, true));
  if (at_case) ++*at_case;
  if (statement.bins) at_case = lower_of(at_case, subject.size(*statement.bins));
  at_case = lower_of(at_case, subject.parameter(statement.array).elements);
  if (certain && (!at_case || *certain < *at_case)) return BinBound{*certain + 1, true};
  return at_case && *at_case > 0 ? std::optional(BinBound{*at_case, false}) : std::nullopt;
}

}  // namespace whet::write
