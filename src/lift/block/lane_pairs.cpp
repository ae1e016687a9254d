#include "lift/block/lane_pairs.h"

#include <algorithm>
#include <vector>

#include "lift/block/best_place.h"
#include "lift/block/lanes.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

// The pairs that a condition compares: of this lane, and of the one that it exchanges with.
struct LanePair {
  Fold how = Fold::maximum;
  Expr value, other_value, index, other_index;
  bool takes_other = false;  // where the condition holds
};

// Nothing: the condition asks something else.
std::optional<bool> takes_other(Arena& arena, Expr condition, const LanePair& pair) {
  const auto other_is_better =
      is_better_pair(arena, pair.how, pair.other_value, pair.other_index, pair.value, pair.index);
  const auto own_is_better =
      is_better_pair(arena, pair.how, pair.value, pair.index, pair.other_value, pair.other_index);
  const auto is_among = [](const std::vector<Expr>& forms, Expr e) {
    return std::find(forms.begin(), forms.end(), e) != forms.end();
  };
  const Expr opposite = negate(arena, condition);
  if (is_among(other_is_better, condition) || is_among(own_is_better, opposite)) return true;
  if (is_among(own_is_better, condition) || is_among(other_is_better, opposite)) return false;
  return {};
}

std::optional<LanePair> compared_pair(Arena& arena, Expr condition) {
  std::vector<Expr> exchanges;
  for (const Expr part : arena.all_parts(condition)) {
    if (exchange_of(arena, part)) exchanges.push_back(part);
  }
  if (exchanges.size() != 2) return {};
  for (const size_t first : {0, 1}) {
    const Expr value = exchanges[first], index = exchanges[1 - first];
    const bool is_same_lane = exchange_of(arena, value) == exchange_of(arena, index) &&
                              arena[value].args[1] == arena[index].args[1] &&
                              arena[value].args[2] == arena[index].args[2];
    if (!is_same_lane) return {};
    for (const Fold how : {Fold::maximum, Fold::minimum}) {
      LanePair pair{how, arena[value].args[0], value, arena[index].args[0], index};
      const auto found = takes_other(arena, condition, pair);
      if (!found) continue;
      pair.takes_other = *found;
      return pair;
    }
  }
  return {};
}

// Both must have been combined over the same lanes before.
std::optional<Expr> combined_index(Arena& arena, const LanePair& pair) {
  const auto index = lane_step(arena, k_lane_pairs, pair.how, pair.index, pair.other_index);
  const auto value = lane_step(arena, k_lanes, pair.how, pair.value, pair.other_value);
  if (!index || !value || index->mask != value->mask) return {};
  if (index->continues && arena[pair.index].args[4] != value->own) return {};
  return arena.call(k_lane_pairs, {index->own, integer(arena, index->mask), integer(arena, static_cast<int>(pair.how)),
                                   integer(arena, index->down ? 1 : 0), value->own});
}

}  // namespace

std::optional<Expr> chosen_of_pair(Arena& arena, Expr choice) {
  const std::vector<Expr> args = arena[choice].args;
  if (!has_exchange(arena, args[0])) return {};
  const auto pair = compared_pair(arena, args[0]);
  if (!pair) return {};
  const Expr other = args[pair->takes_other ? 1 : 2], own = args[pair->takes_other ? 2 : 1];
  if (other == pair->other_value && own == pair->value) return combined_lanes(arena, pair->how, own, other);
  if (other == pair->other_index && own == pair->index) return combined_index(arena, *pair);
  return {};
}

}  // namespace whet::lift
