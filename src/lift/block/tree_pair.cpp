#include "lift/block/tree_pair.h"

#include <algorithm>

#include "lift/block/best_place.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

class TreePairSearch {
 public:
  TreePairSearch(Arena& arena, const SharedLog& log, size_t first, const SharedEntry& store, Expr distance)
      : arena_(arena),
        log_(log),
        first_(first),
        distance_(distance),
        own_(content_before(store.array, store.offset, store.bytes)),
        other_(before_pass(store.value)) {}

  std::optional<TreePair> in(Expr guard) {
    const Expr asked = before_pass(guard);
    if (!arena_.contains(asked, own_) || !arena_.contains(asked, other_)) return {};
    std::vector<Expr> beside;
    for (const Expr part : arena_.all_parts(asked)) {
      if (is_shared_load(arena_, part) && part != own_ && part != other_) beside.push_back(part);
    }
    if (beside.size() != 2) return {};
    if (!runs_along(beside[0], beside[1])) std::swap(beside[0], beside[1]);
    if (!runs_along(beside[0], beside[1])) return {};
    return compared(guard, asked, beside[0], beside[1]);
  }

 private:
  std::optional<TreePair> compared(Expr guard, Expr asked, Expr own_beside, Expr other_beside) {
    for (const Fold how : {Fold::maximum, Fold::minimum}) {
      TreePair pair{guard, how, own_, other_, own_beside, other_beside};
      if (is_among(is_better_pair(arena_, how, other_, other_beside, own_, own_beside), asked)) return pair;
      pair.is_index = true;
      if (is_among(is_better_pair(arena_, how, other_beside, other_, own_beside, own_), asked)) return pair;
    }
    return {};
  }

  static bool is_among(const std::vector<Expr>& forms, Expr e) {
    return std::find(forms.begin(), forms.end(), e) != forms.end();
  }

  // Whether the other lies a positive number of distances behind.
  bool runs_along(Expr own, Expr other) {
    const Expr between = subtract(arena_, arena_[other].args[1], arena_[own].args[1]);
    const auto distances = divide_exactly(arena_, between, distance_);
    return distances && constant(arena_, *distances).value_or(0) > 0;
  }

  Expr content_before(Expr array, Expr offset, int bytes) {
    return shared_load(arena_, array, offset, bytes, first_ + 1);
  }

  // What a pass reads before it stores there is what it began with.
  Expr before_pass(Expr e) {
    return rewrite(arena_, e, [&](Expr part) {
      const bool is_of_pass = is_shared_load(arena_, part) && time_of(arena_, part) > first_;
      if (!is_of_pass || is_stored_before(part)) return part;
      return content_before(arena_[part].args[0], arena_[part].args[1], arena_[part].bytes);
    });
  }

  bool is_stored_before(Expr load) const {
    const auto begin = log_.begin() + static_cast<std::ptrdiff_t>(first_);
    const auto end = log_.begin() + static_cast<std::ptrdiff_t>(time_of(arena_, load));
    return std::any_of(begin, end, [&](const SharedEntry& entry) {
      return changes_memory(entry) && entry.array == arena_[load].args[0] && entry.offset == arena_[load].args[1];
    });
  }

  Arena& arena_;
  const SharedLog& log_;
  size_t first_;
  Expr distance_, own_, other_;
};

}  // namespace

std::optional<TreePair> find_tree_pair(Arena& arena, const SharedLog& log, size_t first, const SharedEntry& store,
                                       const std::vector<Expr>& guards, Expr distance) {
  TreePairSearch search(arena, log, first, store, distance);
  for (const Expr guard : guards) {
    if (auto pair = search.in(guard)) return pair;
  }
  return {};
}

}  // namespace whet::lift
