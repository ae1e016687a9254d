#include "write/product_copies.h"

#include <algorithm>
#include <cstdlib>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::Kind;

namespace {

constexpr int64_t k_word = 16;          // bytes
constexpr int64_t k_fewest_terms = 64;  // of products that take longer than storing their results

// Whether the load's place is a multiple of a word wherever `along` is zero, as far as sizes are known.
bool is_whole(const Subject& subject, Expr load, Expr along) {
  lift::Arena& arena = subject.arena;
  const Expr start = lift::substitute(arena, arena[load].args[1], {{along, lift::integer(arena, 0)}});
  for (const lift::Term& term : lift::terms_of(arena, start)) {
    int64_t step = std::abs(term.coefficient);
    for (const Expr atom : term.atoms) {
      const bool is_size = arena[atom].kind == Kind::parameter || arena[atom].kind == Kind::special;
      if (is_size) step *= subject.size(atom).value_or(k_word);
    }
    if (step % k_word != 0) return false;
  }
  return true;
}

bool can_copy(const Subject& subject, const ContractionPlan& plan) {
  if (plan.is_gathered()) return false;
  if (plan.is_real) return true;
  const auto is_word = [&](const ContractionOperand& each) {
    return each.plain && subject.parameter(subject.arena[*each.plain].args[0]).type == ElementType::i32;
  };
  return plan.is_narrow && is_word(plan.left) && is_word(plan.right);
}

}  // namespace

bool is_loaded_by_elements(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand) {
  const Expr own = operand.own.variable, along = operand.along_terms ? plan.term : own;
  const auto loads = parts_of_kind(subject.arena, {operand.value}, Kind::load);
  return std::any_of(loads.begin(), loads.end(), [&](Expr load) {
    if (!subject.arena.contains(load, own) || !subject.arena.contains(load, plan.term)) return false;
    const bool is_packed = std::find(operand.packed.begin(), operand.packed.end(), load) != operand.packed.end();
    return !is_packed || !is_whole(subject, load, along);
  });
}

std::vector<LineCopies> line_copies(const Subject& subject, const ContractionPlan& plan, const ProductSizes& sizes) {
  std::vector<LineCopies> list{{}};
  if (!can_copy(subject, plan) || sizes.terms < k_fewest_terms) return list;
  const LineCopies waited{sizes.apart_left && !sizes.turns_left, sizes.apart_right && !sizes.turns_right};
  const LineCopies apart{sizes.apart_left, sizes.apart_right};
  const LineCopies slow{sizes.apart_left || sizes.turns_left, sizes.apart_right || sizes.turns_right};
  const LineCopies both{slow.any(), slow.any()};  // then no thread keeps in registers what comes next
  for (const LineCopies& each : {waited, apart, slow, both}) {
    if (std::find(list.begin(), list.end(), each) == list.end()) list.push_back(each);
  }
  return list;
}

}  // namespace whet::write
