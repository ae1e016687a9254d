#include "lift/loop/argument.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// i = c ? index : i; of equal values the first or the last.
struct ChosenIndex {
  Expr condition, index;
};

std::optional<ChosenIndex> chosen_index(Arena& arena, Expr update, Expr symbol) {
  const Node node = arena[update];
  if (node.kind != Kind::select) return {};
  if (node.args[2] == symbol) return ChosenIndex{node.args[0], node.args[1]};
  if (node.args[1] == symbol) return ChosenIndex{negate(arena, node.args[0]), node.args[2]};
  return {};
}

// Which pass is searched for, among the values of all passes.
struct Search {
  Fold how = Fold::maximum;
  Expr value;             // nothing where the pass does not count
  bool is_last = false;   // of equal ones
  bool is_whole = false;  // integers
};

// Whether the condition is that the pass's value is better than the best, or no worse.
std::optional<Search> search_by(Arena& arena, Expr condition, Expr best, Expr value, Fold how) {
  const Expr small = how == Fold::maximum ? best : value, large = how == Fold::maximum ? value : best;
  if (condition == real_less(arena, small, large)) return Search{how, value, false, false};
  if (condition == negate(arena, real_less(arena, large, small))) return Search{how, value, true, false};
  if (is_real(arena, value)) return {};
  if (condition == less(arena, small, large)) return Search{how, value, false, true};
  if (condition == negate(arena, less(arena, large, small))) return Search{how, value, true, true};
  return {};
}

// The place in the range, the last of equal ones counted from behind: `shift` passes before the first take part.
Expr index_found(Arena& arena, const RecurrenceInput& in, const Search& search, Expr index, int64_t shift) {
  const Expr before = integer(arena, shift), count = add(arena, in.loop.count, before);
  const Expr behind = subtract(arena, subtract(arena, count, integer(arena, 1)), in.loop.variable);
  const Expr pass = subtract(arena, search.is_last ? behind : in.loop.variable, before);
  const Replacements map{{in.loop.variable, pass}};
  const Fold how = search.how == Fold::maximum ? Fold::argmaximum : Fold::argminimum;
  const Expr place = close_reduction(arena, {how, in.loop.variable, count, substitute(arena, search.value, map)});
  return substitute(arena, substitute(arena, index, map), {{in.loop.variable, place}});
}

// Where the value that the search began with is no element: the index that it began with stays unless one is better.
Expr index_if_better(Arena& arena, const RecurrenceInput& in, const Search& search, Expr first, const Carried& c,
                     Expr index) {
  const Expr best = close_reduction(arena, {search.how, in.loop.variable, in.loop.count, search.value});
  const Expr small = search.how == Fold::maximum ? first : best, large = search.how == Fold::maximum ? best : first;
  const auto below = [&](Expr a, Expr b) { return search.is_whole ? less(arena, a, b) : real_less(arena, a, b); };
  const Expr is_better = search.is_last ? negate(arena, below(large, small)) : below(small, large);
  return select(arena, is_better, index_found(arena, in, search, index, 0), c.initial);
}

Expr at_pass(Arena& arena, const RecurrenceInput& in, Expr e, int64_t pass) {
  return substitute(arena, e, {{in.loop.variable, integer(arena, pass)}});
}

// The value of another carried number's pass, and what a pass that does not count has instead.
std::optional<Search> search_of(Arena& arena, const RecurrenceInput& in, Expr condition, size_t best) {
  const Expr symbol = in.carried[best].symbol;
  const auto found = accumulation(arena, in.updates[best], symbol);
  if (!found || (found->how != Fold::maximum && found->how != Fold::minimum)) return {};
  if (holds_symbol(arena, found->body, in)) return {};
  std::vector<Expr> comparisons, others;
  for (const Expr e : members(arena, condition)) (arena.contains(e, symbol) ? comparisons : others).push_back(e);
  if (comparisons.size() != 1) return {};
  if (others.empty()) return search_by(arena, comparisons[0], symbol, found->body, *found->how);
  const Node choice = arena[found->body];
  if (choice.kind != Kind::select) return {};
  const Expr counts = both(arena, others);
  const bool is_straight = choice.args[0] == counts;
  if (!is_straight && choice.args[0] != negate(arena, counts)) return {};
  auto search = search_by(arena, comparisons[0], symbol, choice.args[is_straight ? 1 : 2], *found->how);
  if (search) search->value = found->body;
  return search;
}

}  // namespace

std::optional<Recurrence> argument_of_extreme(Arena& arena, const RecurrenceInput& in, size_t which) {
  const Carried& c = in.carried[which];
  const auto chosen = chosen_index(arena, in.updates[which], c.symbol);
  if (!chosen || holds_symbol(arena, chosen->index, in)) return {};
  for (size_t m = 0; m < in.carried.size(); ++m) {
    if (m == which || !in.loop.after.contains(in.carried[m].symbol)) continue;
    const auto search = search_of(arena, in, chosen->condition, m);
    if (!search) continue;
    const Expr first = in.carried[m].initial;
    const auto begins_at = [&](int64_t pass) {
      return at_pass(arena, in, search->value, pass) == first && at_pass(arena, in, chosen->index, pass) == c.initial;
    };
    const bool takes_all = arena[search->value].kind != Kind::select;
    if (takes_all && is_no_start(arena, first, search->how == Fold::maximum))
      return Recurrence{index_found(arena, in, *search, chosen->index, 0)};
    if (begins_at(0)) return Recurrence{index_found(arena, in, *search, chosen->index, 0)};
    if (begins_at(-1)) return Recurrence{index_found(arena, in, *search, chosen->index, 1)};
    return Recurrence{index_if_better(arena, in, *search, first, c, chosen->index)};
  }
  return {};
}

std::optional<Recurrence> argument_of_own_value(Arena& arena, const RecurrenceInput& in, size_t which) {
  const Carried& c = in.carried[which];
  const auto chosen = chosen_index(arena, in.updates[which], c.symbol);
  if (!chosen || holds_symbol(arena, chosen->index, in)) return {};
  const auto along = linear_in(arena, chosen->index, in.loop.variable);
  if (!along || along->coefficient != integer(arena, 1)) return {};
  const Expr own_pass = subtract(arena, c.symbol, along->rest);
  for (const Expr value : arena.all_parts(chosen->condition)) {
    if (arena[value].kind != Kind::load || holds_symbol(arena, value, in)) continue;
    const Expr best = substitute(arena, value, {{in.loop.variable, own_pass}});
    if (best == value) continue;
    for (const Fold how : {Fold::maximum, Fold::minimum}) {
      const auto search = search_by(arena, chosen->condition, best, value, how);
      if (!search) continue;
      for (const int64_t begin : {0, 1}) {
        if (at_pass(arena, in, chosen->index, -begin) == c.initial)
          return Recurrence{index_found(arena, in, *search, chosen->index, begin)};
      }
      const Expr first = substitute(arena, best, {{c.symbol, c.initial}});
      return Recurrence{index_if_better(arena, in, *search, first, c, chosen->index)};
    }
  }
  return {};
}

}  // namespace whet::lift
