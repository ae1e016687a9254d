#include "lift/meaning/statements.h"

#include <algorithm>
#include <map>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/roll.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

constexpr size_t k_most_stores = 128;  // every pair is compared

bool same_space(const Draft& a, const Draft& b) {
  return std::equal(a.space.begin(), a.space.end(), b.space.begin(), b.space.end(), [](const auto& x, const auto& y) {
    return x.variable == y.variable && x.count == y.count && x.is_launched == y.is_launched;
  });
}

bool may_join(const Draft& a, const Draft& b) {
  return a.array == b.array && a.bytes == b.bytes && a.update == b.update && same_space(a, b);
}

void join_same_place(Arena& arena, std::vector<Draft>& drafts) {
  for (size_t i = 0; i < drafts.size(); ++i) {
    for (size_t j = i + 1; j < drafts.size();) {
      Draft &first = drafts[i], &later = drafts[j];
      if (!may_join(first, later) || first.offset != later.offset || first.update) {
        ++j;
        continue;
      }
      const Expr before = both(arena, first.guard), after = both(arena, later.guard);
      first.value = select(arena, after, later.value, first.value);
      first.guard = members(arena, either(arena, {before, after}));
      drafts.erase(drafts.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

Expr packed(Arena& arena, const Draft& draft) {
  return arena.call("store", {draft.offset, draft.value, both(arena, draft.guard)});
}

Fold fold_of(Kind kind) {
  switch (kind) {
    case Kind::sum:
      return Fold::sum;
    case Kind::product:
      return Fold::product;
    case Kind::maximum:
      return Fold::maximum;
    default:
      return Fold::minimum;
  }
}

// Reductions over interleaved parts: sum(k < m: x[2*k]) + sum(k < m: x[2*k + 1]), where they become one.
std::optional<Expr> interleaved(Arena& arena, const std::vector<Expr>& reductions, Fold how) {
  const Expr count = arena[reductions[0]].args[0], variable = arena.fresh_variable();
  std::vector<Expr> bodies;
  for (const Expr e : reductions) {
    const OpenReduction open = open_reduction(arena, e);
    bodies.push_back(substitute(arena, open.body, {{open.variable, variable}}));
  }
  if (!roll(arena, bodies)) return {};
  return close_reduction(arena, {how, variable, count, fold(arena, how, bodies)});
}

// Tries those with the same count together.
void join_interleaved(Arena& arena, std::vector<Expr>& reductions, Fold how) {
  for (size_t i = 0; i < reductions.size(); ++i) {
    const auto alike = [&, count = arena[reductions[i]].args[0]](Expr e) { return arena[e].args[0] == count; };
    std::vector<Expr> group;
    std::copy_if(reductions.begin(), reductions.end(), std::back_inserter(group), alike);
    const auto joined = group.size() < 2 ? std::nullopt : interleaved(arena, group, how);
    if (!joined || arena[*joined].kind != Kind::reduction) continue;
    std::erase_if(reductions, alike);
    reductions.insert(reductions.begin(), *joined);
    i = 0;
  }
}

bool join_two_ranges(Arena& arena, std::vector<Expr>& reductions) {
  for (size_t i = 0; i < reductions.size(); ++i) {
    for (size_t j = 0; j < reductions.size(); ++j) {
      const auto joined = i == j ? std::nullopt : join_ranges(arena, reductions[i], reductions[j]);
      if (!joined) continue;
      reductions[i] = *joined;
      reductions.erase(reductions.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  }
  return false;
}

// max(x[0], max(k < n: x[k + 1])) is max(k < n + 1: x[k]), and the same at the other end.
bool join_end(Arena& arena, std::vector<Expr>& rest, Expr& reduction) {
  const OpenReduction open = open_reduction(arena, reduction);
  const Expr one = integer(arena, 1), before = subtract(arena, open.variable, one);
  const auto at = [&](Expr place) { return substitute(arena, open.body, {{open.variable, place}}); };
  for (size_t i = 0; i < rest.size(); ++i) {
    const bool first = rest[i] == at(integer(arena, -1)), last = rest[i] == at(open.count);
    if (!first && !last) continue;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const Expr body = first ? at(before) : open.body;
    reduction = close_reduction(arena, {open.how, open.variable, add(arena, open.count, one), body});
    return arena[reduction].kind == Kind::reduction;
  }
  return false;
}

Expr join_args(Arena& arena, Expr e) {
  const Kind kind = arena[e].kind;
  if (kind != Kind::sum && kind != Kind::product && kind != Kind::maximum && kind != Kind::minimum) return e;
  const Fold how = fold_of(kind);
  std::vector<Expr> reductions, rest;
  for (const Expr arg : std::vector<Expr>(arena[e].args)) {
    const bool same = arena[arg].kind == Kind::reduction && static_cast<Fold>(arena[arg].bytes) == how;
    (same ? reductions : rest).push_back(arg);
  }
  if (reductions.empty()) return e;
  join_interleaved(arena, reductions, how);
  while (join_two_ranges(arena, reductions)) {
  }
  for (Expr& reduction : reductions) {
    while (arena[reduction].kind == Kind::reduction && join_end(arena, rest, reduction)) {
    }
  }
  rest.insert(rest.end(), reductions.begin(), reductions.end());
  return fold(arena, how, rest);
}

// later(v) is first(v + count): the index of the tail continues that of the body.
bool continues(Arena& arena, const Draft& first, const Draft& later) {
  if (first.update || later.update || first.array != later.array || first.bytes != later.bytes ||
      first.space.size() != 1 || later.space.size() != 1) {
    return false;
  }
  if (!first.guard.empty() || !later.guard.empty() || first.space[0].is_launched || later.space[0].is_launched) {
    return false;
  }
  const Expr rest = later.space[0].count;
  if (!presumed_nonneg(arena, rest) && !is_rest_of_division(arena, rest)) return false;
  Draft shifted = first;
  shifted.replace(arena, first.space[0].variable, add(arena, later.space[0].variable, first.space[0].count));
  return shifted.offset == later.offset && shifted.value == later.value;
}

// Makes chains of stores that differ by a step into one store each. All chains of a length share their index, so that
// the chains of a tile can make a chain themselves.
class StoreRoller {
 public:
  StoreRoller(Arena& arena, std::vector<Draft>& drafts) : arena_(arena), drafts_(drafts) {}

  void run() {
    if (drafts_.size() > k_most_stores) return;
    for (size_t first = 0; first < drafts_.size(); ++first) {
      std::vector<size_t> longest;
      Expr body{};
      for (size_t second = 0; second < drafts_.size() && longest.size() < drafts_.size(); ++second) {
        if (second == first || !may_join(drafts_[first], drafts_[second])) continue;
        const auto general = step_between(drafts_[first], drafts_[second]);
        if (!general) continue;
        std::vector<size_t> chain = chain_of(first, *general);
        if (chain.size() > longest.size()) longest = std::move(chain), body = *general;
      }
      if (longest.size() > 1 && starts_chain(first, body)) join(longest, body);
    }
  }

 private:
  // The first store for 0 and the second for 1; only the place must go upwards, a guard goes down with it.
  std::optional<Expr> step_between(const Draft& first, const Draft& second) {
    const auto offset = generalise(arena_, first.offset, second.offset, step_, Direction::up);
    if (!offset) return {};
    const auto value = generalise(arena_, first.value, second.value, step_, Direction::any);
    if (!value) return {};
    const Expr a = both(arena_, first.guard), b = both(arena_, second.guard);
    const auto guard = generalise(arena_, a, b, step_, Direction::any);
    if (!guard) return {};
    return arena_.call("store", {*offset, *value, *guard});
  }

  std::vector<size_t> chain_of(size_t first, Expr body) {
    std::vector<size_t> chain;
    for (int64_t n = 0;; ++n) {
      const Expr wanted = substitute(arena_, body, {{step_, integer(arena_, n)}});
      if (!arena_.exhausted().empty()) return {};
      const auto at = std::find_if(drafts_.begin(), drafts_.end(), [&](const Draft& draft) {
        return may_join(drafts_[first], draft) && packed(arena_, draft) == wanted;
      });
      if (at == drafts_.end()) return chain;
      chain.push_back(static_cast<size_t>(at - drafts_.begin()));
    }
  }

  // No store is one step before the first.
  bool starts_chain(size_t first, Expr body) {
    const Expr wanted = substitute(arena_, body, {{step_, integer(arena_, -1)}});
    return std::none_of(drafts_.begin(), drafts_.end(), [&](const Draft& draft) {
      return may_join(drafts_[first], draft) && packed(arena_, draft) == wanted;
    });
  }

  void join(std::vector<size_t> chain, Expr body) {
    const auto length = static_cast<int64_t>(chain.size());
    const auto [index, is_new] = indices_.emplace(length, arena_.fresh_variable());
    Draft joined = drafts_[chain[0]];
    const std::vector<Expr> parts = arena_[substitute(arena_, body, {{step_, index->second}})].args;
    if (!arena_.exhausted().empty()) return;
    joined.offset = parts[0];
    joined.value = parts[1];
    joined.guard = members(arena_, parts[2]);
    joined.space.push_back({index->second, integer(arena_, length), false});
    drafts_[chain[0]] = std::move(joined);
    chain.erase(chain.begin());
    std::sort(chain.rbegin(), chain.rend());
    for (const size_t i : chain) drafts_.erase(drafts_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  Arena& arena_;
  std::vector<Draft>& drafts_;
  Expr step_ = arena_.fresh_variable();
  std::map<int64_t, Expr> indices_;
};

}  // namespace

std::vector<Draft> join_stores(Arena& arena, std::vector<Draft> drafts) {
  join_same_place(arena, drafts);
  for (int dimension = 0; dimension < 3; ++dimension) {
    const size_t before = drafts.size();
    StoreRoller(arena, drafts).run();
    if (drafts.size() == before) break;
  }
  return drafts;
}

std::vector<Draft> join_tails(Arena& arena, std::vector<Draft> drafts) {
  for (size_t i = 0; i < drafts.size(); ++i) {
    for (size_t j = 0; j < drafts.size(); ++j) {
      if (i == j || !continues(arena, drafts[i], drafts[j])) continue;
      drafts[i].space[0].count = add(arena, drafts[i].space[0].count, drafts[j].space[0].count);
      drafts.erase(drafts.begin() + static_cast<std::ptrdiff_t>(j));
      return join_tails(arena, std::move(drafts));
    }
  }
  return drafts;
}

Expr join_reductions(Arena& arena, Expr e) {
  return rewrite(arena, e, [&](Expr part) { return join_args(arena, part); });
}

}  // namespace whet::lift
