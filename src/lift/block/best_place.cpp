#include "lift/block/best_place.h"

#include <algorithm>
#include <cmath>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

constexpr const char* k_place = "@place";  // its fold, the extreme of pairs
constexpr const char* k_pair = "@pair";    // value, index

bool is_call(const Arena& arena, Expr e, std::string_view name) {
  return arena[e].kind == Kind::call && arena.text(e) == name;
}

Fold argument_of(Fold how) {
  return how == Fold::maximum ? Fold::argmaximum : Fold::argminimum;
}

// What an extreme takes no notice of.
bool is_none(const Arena& arena, Expr e) {
  if (const auto number = constant(arena, e)) return *number <= INT32_MIN || *number >= INT32_MAX;
  return arena[e].kind == Kind::real && std::abs(real_value(arena, e)) > 1e29;
}

// The values of pairs, without their indices.
Expr values_of(Arena& arena, Expr pairs) {
  return rewrite(arena, pairs, [&](Expr part) { return is_call(arena, part, k_pair) ? arena[part].args[0] : part; });
}

// The extreme of pairs that has this value and this index, as the values were reduced: one pair where neither is of
// several.
class Pairs {
 public:
  Pairs(Arena& arena, Fold how) : arena_(arena), how_(how) {}

  Expr of(Expr value, Expr index) {
    if (const auto masked = of_masked(value, index)) return *masked;
    value = without_none(value);
    if (is_call(arena_, index, k_place)) {
      const Expr parts = arena_[index].args[1];
      if (without_none(values_of(arena_, parts)) == value) return parts;
    }
    if (const auto first = of_first(value, index)) return *first;
    return arena_.call(k_pair, {value, index});
  }

 private:
  // An extreme of integers that begins with the greatest or least of them.
  Expr without_none(Expr value) {
    const Node node = arena_[value];
    if (node.kind != (how_ == Fold::maximum ? Kind::maximum : Kind::minimum)) return value;
    std::vector<Expr> args = node.args;
    std::erase_if(args, [&](Expr e) { return is_none(arena_, e); });
    return fold(arena_, how_, args);
  }

  // c ? value : nothing, beside any index where the condition does not hold.
  std::optional<Expr> of_masked(Expr value, Expr index) {
    const Node node = arena_[value];
    if (node.kind != Kind::select || is_none(arena_, node.args[1]) == is_none(arena_, node.args[2])) return {};
    const size_t valid = is_none(arena_, node.args[1]) ? 2 : 1;
    const bool is_same = arena_[index].kind == Kind::select && arena_[index].args[0] == node.args[0];
    const Expr pair = of(node.args[valid], is_same ? arena_[index].args[valid] : index);
    const Expr none = identity(arena_, how_, false);
    return valid == 1 ? select(arena_, node.args[0], pair, none) : select(arena_, node.args[0], none, pair);
  }

  // The extreme of a range, beside an index that says where it is first. Only an index that grows with the range is the
  // least of those with the extreme; that of the last of equal values is not.
  std::optional<Expr> of_first(Expr value, Expr index) {
    for (const Expr part : arena_.all_parts(index)) {
      const Node& node = arena_[part];
      if (node.kind != Kind::reduction || static_cast<Fold>(node.bytes) != argument_of(how_)) continue;
      const OpenReduction first = open_reduction(arena_, part);
      const Expr best = close_reduction(arena_, {how_, first.variable, first.count, first.body});
      if (without_none(best) != value) continue;
      const Expr place = substitute(arena_, index, {{part, first.variable}});
      const auto along = linear_in(arena_, place, first.variable);
      if (!along || along->coefficient == integer(arena_, 0) || !presumed_nonneg(arena_, along->coefficient)) continue;
      return close_reduction(arena_, {how_, first.variable, first.count, of(first.body, place)});
    }
    return {};
  }

  Arena& arena_;
  Fold how_;
};

// max(k < n: (x(k), k + c))  ->  c + argmax(k < n: x(k)): indices grow with the range, so the first one is the least.
std::optional<Expr> place_in_range(Arena& arena, Expr pairs) {
  if (is_call(arena, pairs, k_pair)) return arena[pairs].args[1];
  if (arena[pairs].kind != Kind::reduction) return {};
  const OpenReduction range = open_reduction(arena, pairs);
  std::vector<Expr> found;
  for (const Expr part : arena.all_parts(range.body)) {
    if (is_call(arena, part, k_pair)) found.push_back(part);
  }
  if (found.size() != 1 || arena.reductions(range.body) != arena.reductions(arena[found[0]].args[0])) return {};
  const auto index = linear_in(arena, arena[found[0]].args[1], range.variable);
  if (!index || index->coefficient != integer(arena, 1)) return {};
  const Expr body = substitute(arena, range.body, {{found[0], arena[found[0]].args[0]}});
  return add(arena, index->rest, close_reduction(arena, {argument_of(range.how), range.variable, range.count, body}));
}

std::optional<Expr> settled(Arena& arena, Expr place) {
  const Expr pairs = arena[place].args[1];
  const Fold how = static_cast<Fold>(*constant(arena, arena[place].args[0]));
  const Expr whole = rewrite(arena, pairs, [&](Expr part) {
    return is_call(arena, part, k_pair) ? Pairs(arena, how).of(arena[part].args[0], arena[part].args[1]) : part;
  });
  return place_in_range(arena, whole);
}

}  // namespace

std::vector<Expr> is_better_pair(Arena& arena, Fold how, Expr a, Expr a_index, Expr b, Expr b_index) {
  const Expr small = how == Fold::maximum ? b : a, large = how == Fold::maximum ? a : b;
  const Expr is_first = less(arena, a_index, b_index);
  std::vector<Expr> forms;
  const auto add_forms = [&](Expr is_better, Expr is_worse, Expr is_equal) {
    forms.push_back(either(arena, {is_better, both(arena, {is_equal, is_first})}));
    forms.push_back(both(arena, {negate(arena, is_worse), either(arena, {is_better, is_first})}));
  };
  if (!is_integer(arena, a) && !is_integer(arena, b))
    add_forms(real_less(arena, small, large), real_less(arena, large, small), real_equal(arena, a, b));
  if (!is_real(arena, a) && !is_real(arena, b))
    add_forms(less(arena, small, large), less(arena, large, small), zero(arena, subtract(arena, a, b)));
  return forms;
}

Expr best_place(Arena& arena, Fold how, Expr variable, Expr count, Expr value, Expr index) {
  const Expr pairs = close_reduction(arena, {how, variable, count, arena.call(k_pair, {value, index})});
  return arena.call(k_place, {integer(arena, static_cast<int>(how)), pairs});
}

bool is_of_best_place(const Arena& arena, Expr call) {
  return arena.text(call) == k_place || arena.text(call) == k_pair;
}

Result<Expr> settle_places(Arena& arena, Expr e) {
  Replacements found;
  const auto is_held = [&](Expr part) {
    return std::any_of(found.begin(), found.end(), [&](const auto& each) { return arena.contains(each.first, part); });
  };
  const auto parts = arena.all_parts(e);  // the last of them hold the others, which are settled with them
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (!is_call(arena, *part, k_place) || is_held(*part)) continue;
    const auto place = settled(arena, *part);
    if (!place) return bad_input("pairs of a value and an index are compared whose parts make no range");
    found[*part] = *place;
  }
  return found.empty() ? e : substitute(arena, e, found);
}

}  // namespace whet::lift
