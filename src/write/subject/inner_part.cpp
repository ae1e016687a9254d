#include "write/subject/inner_part.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::Kind;
using lift::Node;

namespace {

constexpr int64_t k_most_terms = 32;  // of one reduction

// The polynomial without its constant, and the constant.
std::pair<Expr, int64_t> split_constant(lift::Arena& arena, Expr e) {
  std::vector<lift::Term> rest;
  int64_t constant = 0;
  for (const lift::Term& term : lift::terms_of(arena, e)) {
    if (term.atoms.empty()) constant = term.coefficient;
    if (!term.atoms.empty()) rest.push_back(term);
  }
  return {lift::polynomial(arena, rest), constant};
}

// Whether the polynomial is great where sizes are and the index is far from both ends: n - i and i are, 3 - i is not.
bool is_positive_inside(const lift::Arena& arena, Expr e, const std::vector<lift::SpaceIndex>& space) {
  const auto is_index = [&](Expr atom) {
    return std::any_of(space.begin(), space.end(), [&](const lift::SpaceIndex& i) { return i.variable == atom; });
  };
  bool of_index = false, of_size = false, has_size = false;
  for (const lift::Term& term : lift::terms_of(arena, e)) {
    if (term.atoms.empty()) continue;
    const bool is_size = !std::any_of(term.atoms.begin(), term.atoms.end(), is_index);
    has_size |= is_size;
    (is_size ? of_size : of_index) = term.coefficient > 0;
  }
  return has_size ? of_size : of_index;
}

}  // namespace

std::optional<int64_t> InnerPart::coefficient(Expr e, Expr variable) const {
  if (!arena_.contains(e, variable)) return 0;
  const auto linear = lift::linear_in(arena_, e, variable);
  if (!linear || arena_.contains(linear->rest, variable)) return std::nullopt;
  return lift::constant(arena_, linear->coefficient);
}

bool InnerPart::depends_on_index(Expr e) const {
  return std::any_of(space_.begin(), space_.end(),
                     [&](const lift::SpaceIndex& index) { return arena_.contains(e, index.variable); });
}

bool InnerPart::is_linear(Expr e) const {
  return depends_on_index(e) && parts_of_kind(arena_, {e}, Kind::load).empty() &&
         std::all_of(space_.begin(), space_.end(),
                     [&](const lift::SpaceIndex& index) { return coefficient(e, index.variable).has_value(); });
}

// Of needs that differ by a constant the strongest is kept.
void InnerPart::add_need(Expr need) {
  const auto [rest, constant] = split_constant(arena_, need);
  for (Expr& known : needs_) {
    const auto [known_rest, known_constant] = split_constant(arena_, known);
    if (known_rest != rest) continue;
    if (constant < known_constant) known = need;
    return;
  }
  needs_.push_back(need);
}

Expr InnerPart::unrolled(Expr e) {
  return lift::rewrite(arena_, e, [&](Expr part) {
    if (arena_[part].kind != Kind::reduction) return part;
    const lift::OpenReduction open = lift::open_reduction(arena_, part);
    const auto count = lift::constant(arena_, open.count);
    if (!count || *count < 1 || *count > k_most_terms || lift::gives_argument(open.how)) return part;
    std::vector<Expr> terms;
    for (int64_t k = 0; k < *count; ++k)
      terms.push_back(lift::substitute(arena_, unrolled(open.body), {{open.variable, lift::integer(arena_, k)}}));
    return lift::fold(arena_, open.how, terms);
  });
}

// min(n - 1, max(0, i + 1)): the inner clamp is gone already when the outer is reached.
Expr InnerPart::without_clamp(Expr e) {
  const Node node = arena_[e];
  const bool is_clamp = node.kind == Kind::maximum || node.kind == Kind::minimum;
  if (!is_clamp || node.args.size() != 2 || !lift::is_integer(arena_, e)) return e;
  const bool is_first = is_linear(node.args[0]);
  const Expr inside = node.args[is_first ? 0 : 1], bound = node.args[is_first ? 1 : 0];
  if (!is_linear(inside) || depends_on_index(bound)) return e;
  const bool is_lowest = node.kind == Kind::maximum;
  add_need(is_lowest ? lift::subtract(arena_, inside, bound) : lift::subtract(arena_, bound, inside));
  return inside;
}

Expr InnerPart::unclamped(Expr e) {
  return lift::rewrite(arena_, e, [&](Expr part) { return without_clamp(part); });
}

// Comparisons of indices with borders have one result inside.
Expr InnerPart::decided_condition(Expr e) {
  const Node node = arena_[e];
  if ((node.kind != Kind::nonneg && node.kind != Kind::zero) || !is_linear(node.args[0])) return e;
  const Expr tested = node.args[0];
  const bool is_positive = is_positive_inside(arena_, tested, space_);
  const Expr size = is_positive ? tested : lift::scale(arena_, tested, -1);
  const bool is_strict = node.kind == Kind::zero || !is_positive;
  add_need(is_strict ? lift::subtract(arena_, size, lift::integer(arena_, 1)) : size);
  return arena_.truth(node.kind == Kind::nonneg && is_positive);
}

Expr InnerPart::decided(Expr e) {
  return lift::rewrite(arena_, e, [&](Expr part) { return decided_condition(part); });
}

}  // namespace whet::write
