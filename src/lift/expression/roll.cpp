#include "lift/expression/roll.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

constexpr size_t k_most_rolled = 128;  // every pair is tried
constexpr size_t k_many_terms = 16;

bool same_shape(const Arena& arena, Expr a, Expr b) {
  const Node &x = arena[a], &y = arena[b];
  return x.kind == y.kind && x.bytes == y.bytes && x.value == y.value && x.args.size() == y.args.size();
}

// Differences of indices only: a step between loaded values would be a guess.
bool is_plain_index(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::none_of(parts.begin(), parts.end(), [&](Expr part) {
    const Kind kind = arena[part].kind;
    return kind == Kind::load || kind == Kind::unknown || is_real(arena, part) || is_condition(arena, part);
  });
}

// Every member that `body` gives for 0, 1, 2, ..., each once.
bool gives_all(Arena& arena, const Rolled& rolled, std::vector<Expr> list) {
  for (int64_t i = 0; i < rolled.count; ++i) {
    const Expr one = substitute(arena, rolled.body, {{rolled.variable, integer(arena, i)}});
    const auto at = std::find(list.begin(), list.end(), one);
    if (at == list.end()) return false;
    list.erase(at);
  }
  return list.empty();
}

// Two reductions over the same range.
std::optional<Expr> generalise_reductions(Arena& arena, Expr a, Expr b, Expr step, Direction direction) {
  const OpenReduction first = open_reduction(arena, a), second = open_reduction(arena, b);
  if (first.how != second.how || first.count != second.count) return {};
  const Expr other = substitute(arena, second.body, {{second.variable, first.variable}});
  const auto body = generalise(arena, first.body, other, step, direction);
  if (!body) return {};
  return close_reduction(arena, {first.how, first.variable, first.count, *body});
}

}  // namespace

std::optional<Expr> generalise(Arena& arena, Expr a, Expr b, Expr step, Direction direction) {
  if (a == b) return a;
  if (is_integer(arena, a) || is_integer(arena, b)) {
    const Expr difference_of_both = subtract(arena, b, a);
    const bool wanted = direction == Direction::any || presumed_nonneg(arena, difference_of_both);
    if (wanted && is_plain_index(arena, difference_of_both))
      return add(arena, a, multiply(arena, difference_of_both, step));
  }
  if (arena[a].kind == Kind::reduction && arena[b].kind == Kind::reduction) {
    return generalise_reductions(arena, a, b, step, direction);
  }
  if (!same_shape(arena, a, b) || arena[a].kind == Kind::polynomial) return {};
  const std::vector<Expr> left = arena[a].args, right = arena[b].args;
  if (left.empty()) return {};
  std::vector<Expr> parts;
  for (size_t i = 0; i < left.size(); ++i) {
    const auto part = generalise(arena, left[i], right[i], step, direction);
    if (!part) return {};
    parts.push_back(*part);
  }
  return rebuild(arena, a, parts);
}

std::optional<Rolled> roll(Arena& arena, const std::vector<Expr>& list) {
  if (list.size() < 2 || list.size() > k_most_rolled) return {};
  for (const Direction direction : {Direction::up, Direction::any}) {
    for (const Expr first : list) {
      for (const Expr second : list) {
        if (first == second) continue;
        Rolled rolled{arena.fresh_variable(), static_cast<int64_t>(list.size()), {}};
        const auto body = generalise(arena, first, second, rolled.variable, direction);
        if (!body) continue;
        rolled.body = *body;
        if (gives_all(arena, rolled, list)) return rolled;
      }
    }
  }
  return {};
}

Expr rolled_sum(Arena& arena, Expr e) {
  if (arena[e].kind != Kind::sum || arena[e].args.size() < k_many_terms) return e;
  const std::vector<Expr> terms = arena[e].args;
  const auto alike = [&](Expr other) {
    return std::count_if(terms.begin(), terms.end(), [&](Expr term) { return same_shape(arena, term, other); });
  };
  std::vector<Expr> list, rest;
  for (const Expr term : terms) (alike(term) >= static_cast<int64_t>(k_many_terms) ? list : rest).push_back(term);
  const auto rolled = roll(arena, list);
  if (!rolled) return e;
  rest.push_back(close_reduction(arena, {Fold::sum, rolled->variable, integer(arena, rolled->count), rolled->body}));
  return sum(arena, rest);
}

}  // namespace whet::lift
