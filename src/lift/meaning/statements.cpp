#include "lift/meaning/statements.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/roll.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

bool same_space(const Draft& a, const Draft& b) {
  return std::equal(a.space.begin(), a.space.end(), b.space.begin(), b.space.end(), [](const auto& x, const auto& y) {
    return x.variable == y.variable && x.count == y.count && x.is_launched == y.is_launched;
  });
}

bool may_join(const Draft& a, const Draft& b) {
  return a.array == b.array && a.bytes == b.bytes && same_space(a, b);
}

void join_same_place(Arena& arena, std::vector<Draft>& drafts) {
  for (size_t i = 0; i < drafts.size(); ++i) {
    for (size_t j = i + 1; j < drafts.size();) {
      Draft &first = drafts[i], &later = drafts[j];
      if (!may_join(first, later) || first.offset != later.offset) {
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

Expr join_args(Arena& arena, Expr e) {
  const Kind kind = arena[e].kind;
  if (kind != Kind::sum && kind != Kind::product && kind != Kind::maximum && kind != Kind::minimum) return e;
  const Fold how = fold_of(kind);
  std::vector<Expr> reductions, rest;
  for (const Expr arg : std::vector<Expr>(arena[e].args)) {
    const bool same = arena[arg].kind == Kind::reduction && static_cast<Fold>(arena[arg].bytes) == how;
    (same ? reductions : rest).push_back(arg);
  }
  if (reductions.size() < 2) return e;
  join_interleaved(arena, reductions, how);
  while (join_two_ranges(arena, reductions)) {
  }
  rest.insert(rest.end(), reductions.begin(), reductions.end());
  return fold(arena, how, rest);
}

// later(v) is first(v + count): the index of the tail continues that of the body.
bool continues(Arena& arena, const Draft& first, const Draft& later) {
  if (first.array != later.array || first.bytes != later.bytes || first.space.size() != 1 || later.space.size() != 1) {
    return false;
  }
  if (!first.guard.empty() || !later.guard.empty() || first.space[0].is_launched || later.space[0].is_launched) {
    return false;
  }
  Draft shifted = first;
  shifted.replace(arena, first.space[0].variable, add(arena, later.space[0].variable, first.space[0].count));
  return shifted.offset == later.offset && shifted.value == later.value;
}

}  // namespace

std::vector<Draft> join_stores(Arena& arena, std::vector<Draft> drafts) {
  join_same_place(arena, drafts);
  for (size_t i = 0; i < drafts.size(); ++i) {
    std::vector<Expr> list;
    for (const Draft& draft : drafts) {
      if (may_join(drafts[i], draft)) list.push_back(packed(arena, draft));
    }
    const auto rolled = roll(arena, list);
    if (!rolled || arena[rolled->body].kind != Kind::call) continue;
    Draft joined = drafts[i];
    const std::vector<Expr> parts = arena[rolled->body].args;
    joined.offset = parts[0];
    joined.value = parts[1];
    joined.guard = members(arena, parts[2]);
    joined.space.push_back({rolled->variable, integer(arena, rolled->count), false});
    const Draft sample = drafts[i];
    std::erase_if(drafts, [&](const Draft& draft) { return may_join(sample, draft); });
    drafts.insert(drafts.begin() + static_cast<std::ptrdiff_t>(std::min(i, drafts.size())), joined);
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
