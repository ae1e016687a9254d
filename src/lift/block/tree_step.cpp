#include "lift/block/tree_step.h"

#include <algorithm>

#include "lift/block/tree_pair.h"
#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

class TreeStepReader {
 public:
  TreeStepReader(Arena& arena, const SharedLog& log, size_t first, Expr distance)
      : arena_(arena), log_(log), first_(first), distance_(distance) {}

  // The two operands of a value, whatever type they have.
  std::optional<TreeStep> step_of(const SharedEntry& entry, Expr go_on) {
    constexpr std::pair<Kind, Fold> k_steps[] = {{Kind::sum, Fold::sum},
                                                 {Kind::product, Fold::product},
                                                 {Kind::maximum, Fold::maximum},
                                                 {Kind::minimum, Fold::minimum}};
    TreeStep step;
    std::vector<Expr> operands;
    const Node node = arena_[entry.value];
    for (const auto& [kind, how] : k_steps) {
      if (node.kind == kind) operands = node.args, step.how = how;
    }
    for (const Term& term : node.terms) {
      if (term.coefficient != 1 || term.atoms.size() != 1) return {};
      operands.push_back(term.atoms[0]);
    }
    for (const Expr e : entry.guard) {
      for (const Expr member : members(arena_, e)) {
        if (member != go_on) step.guard.push_back(member);
      }
    }
    if (operands.empty()) take_chosen(entry, step, operands);
    if (operands.empty()) take_pair(entry, step, operands);
    if (operands.size() != 2) return {};
    const auto own = std::find_if(operands.begin(), operands.end(),
                                  [&](Expr e) { return is_content(e, entry) && arena_[e].args[1] == entry.offset; });
    if (own == operands.end()) return {};
    step.own = entry.offset;
    return with_other(operands[own == operands.begin() ? 1 : 0], entry, std::move(step));
  }

 private:
  bool is_content(Expr e, const SharedEntry& entry) const {
    return is_shared_load(arena_, e) && arena_[e].args[0] == entry.array && arena_[e].bytes == entry.bytes &&
           time_of(arena_, e) > first_;
  }

  // if (sh[t] < sh[t + s]) sh[t] = sh[t + s]
  void take_chosen(const SharedEntry& entry, TreeStep& step, std::vector<Expr>& operands) {
    const Expr own = arena_.intern({.kind = Kind::load,
                                    .bytes = static_cast<uint8_t>(entry.bytes),
                                    .value = arena_[entry.value].value,
                                    .args = {entry.array, entry.offset}});
    for (const Expr guard : std::vector<Expr>(step.guard)) {
      const bool greater = guard == real_less(arena_, own, entry.value);
      if (!greater && guard != real_less(arena_, entry.value, own)) continue;
      std::erase(step.guard, guard);
      step.how = greater ? Fold::maximum : Fold::minimum;
      operands = {own, entry.value};
    }
  }

  // Beside the value or the index of a pair, which the guard compares with the other's.
  void take_pair(const SharedEntry& entry, TreeStep& step, std::vector<Expr>& operands) {
    const auto pair = find_tree_pair(arena_, log_, first_, entry, step.guard, distance_);
    if (!pair) return;
    std::erase(step.guard, pair->guard);
    step.how = pair->how;
    if (pair->is_index) step.value = pair->own_beside, step.other_value = pair->other_beside;
    operands = {pair->own, pair->other};
  }

  // The other operand: a load, or a choice of a load or nothing.
  std::optional<TreeStep> with_other(Expr other, const SharedEntry& entry, TreeStep step) {
    if (arena_[other].kind == Kind::select) {
      const std::vector<Expr> args = arena_[other].args;
      const bool first = is_nothing(args[2], step.how);
      if (!first && !is_nothing(args[1], step.how)) return {};
      const Expr when = first ? args[0] : negate(arena_, args[0]);
      for (const Expr member : members(arena_, when)) step.guard.push_back(member);
      other = first ? args[1] : args[2];
    }
    if (!is_content(other, entry)) return {};
    step.other = arena_[other].args[1];
    return step;
  }

  bool is_nothing(Expr e, Fold how) {
    const auto number = constant(arena_, e);
    const double value = number                         ? static_cast<double>(*number)
                         : arena_[e].kind == Kind::real ? real_value(arena_, e)
                                                        : 0.5;
    if (how == Fold::sum) return value == 0;
    if (how == Fold::product) return value == 1;
    return how == Fold::maximum ? value < -1e29 : value > 1e29;
  }

  Arena& arena_;
  const SharedLog& log_;
  size_t first_;
  Expr distance_;
};

}  // namespace

std::optional<TreeStep> read_tree_step(Arena& arena, const SharedLog& log, size_t first, Expr distance,
                                       const SharedEntry& entry, Expr go_on) {
  return TreeStepReader(arena, log, first, distance).step_of(entry, go_on);
}

}  // namespace whet::lift
