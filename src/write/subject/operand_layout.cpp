#include "write/subject/operand_layout.h"

#include <algorithm>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"

namespace whet::write {

using lift::SpaceIndex;

namespace {

constexpr int64_t k_furthest_step = 16;  // of a window, where no guard tells its range
constexpr int64_t k_usual_range = 64;    // of terms that are not known

using SpaceIndices = std::vector<SpaceIndex>;

Expr counted_through(lift::Arena& arena, const SpaceIndices& parts) {
  Expr whole = lift::integer(arena, 0);
  for (const SpaceIndex& part : parts)
    whole = lift::add(arena, lift::multiply(arena, whole, part.count), part.variable);
  return whole;
}

class LayoutFinder {
 public:
  LayoutFinder(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand, SpaceIndex last)
      : subject_(subject), arena_(subject.arena), plan_(plan), operand_(operand), last_(last) {}

  Result<OperandLayout> find() {
    rest_ = with_parts(subject_, plan_, operand_, arena_[*operand_.plain].args[1]);
    for (const OperandGuard& guard : operand_.guards) {
      const Expr fact = guard.holds ? guard.condition : lift::negate(arena_, guard.condition);
      for (const Expr member : lift::members(arena_, fact)) {
        if (arena_[member].kind == lift::Kind::nonneg) facts_.push_back(arena_[member].args[0]);
      }
    }
    own_ = plan_.batch;
    const SpaceIndices& parts = operand_.parts.empty() ? SpaceIndices{operand_.own} : operand_.parts;
    own_.insert(own_.end(), parts.begin(), parts.end());
    SpaceIndices windows;
    for (const SpaceIndex& term : plan_.term_parts) {
      if (term.variable != last_.variable && arena_.contains(rest_, term.variable)) windows.push_back(term);
    }
    std::vector<LayoutDimension> coordinates;
    for (const SpaceIndex& window : windows) {
      auto found = operand_.is_gathered ? coordinate(window) : LayoutDimension{window, window.variable};
      if (!found) return bad_input("copies have no form for gathered places whose range is not known");
      coordinates.push_back(*found);
    }
    return finish(std::move(coordinates));
  }

 private:
  bool has_index(Expr e) const {
    for (const SpaceIndices* list : {&own_, &plan_.term_parts}) {
      if (std::any_of(list->begin(), list->end(),
                      [&](const SpaceIndex& each) { return arena_.contains(e, each.variable); }))
        return true;
    }
    return false;
  }

  // p + r - 1 for r, whose range guards tell, or that of a sum of indices.
  std::optional<LayoutDimension> coordinate(const SpaceIndex& window) {
    auto found = guarded(window);
    if (!found) found = unguarded(window);
    if (found) rest_ = *with_coordinate(window, found->read, found->index.variable);
    return found;
  }

  // The place with `coordinate` where it has `read`; nothing: it has the window's index elsewhere too, or runs against
  // it.
  std::optional<Expr> with_coordinate(const SpaceIndex& window, Expr read, Expr coordinate) const {
    const auto of_place = lift::linear_in(arena_, rest_, window.variable);
    const auto of_read = lift::linear_in(arena_, read, window.variable);
    if (!of_place || !of_read) return std::nullopt;
    const auto stride = lift::divide_exactly(arena_, of_place->coefficient, of_read->coefficient);
    if (!stride || lift::terms_of(arena_, *stride).empty() || lift::terms_of(arena_, *stride)[0].coefficient < 0)
      return std::nullopt;
    const Expr other = lift::subtract(arena_, rest_, lift::multiply(arena_, *stride, read));
    if (arena_.contains(other, window.variable)) return std::nullopt;
    return lift::add(arena_, other, lift::multiply(arena_, *stride, coordinate));
  }

  std::optional<LayoutDimension> guarded(const SpaceIndex& window) {
    for (const Expr low : facts_) {
      if (!arena_.contains(low, window.variable) || !with_coordinate(window, low, low)) continue;
      for (const Expr high : facts_) {
        const Expr length = lift::add(arena_, lift::add(arena_, low, high), lift::integer(arena_, 1));
        if (!has_index(length)) return LayoutDimension{{arena_.fresh_variable(), length, false}, low};
      }
    }
    return std::nullopt;
  }

  // All of window's places are inside: r + 2*p runs from 0 on.
  std::optional<LayoutDimension> unguarded(const SpaceIndex& window) {
    const bool is_bounded =
        std::any_of(facts_.begin(), facts_.end(), [&](Expr fact) { return arena_.contains(fact, window.variable); });
    const auto place = lift::linear_in(arena_, rest_, window.variable);
    if (is_bounded || !place) return std::nullopt;
    LayoutDimension found{{arena_.fresh_variable(), window.count, false}, window.variable};
    for (const SpaceIndex& own : own_) {
      const auto of_own = lift::linear_in(arena_, rest_, own.variable);
      if (!of_own || !arena_.contains(rest_, own.variable)) continue;
      const auto step = lift::divide_exactly(arena_, of_own->coefficient, place->coefficient);
      if (!step || !is_step(*step)) continue;
      found.read = lift::add(arena_, found.read, lift::multiply(arena_, *step, own.variable));
      const Expr before = lift::subtract(arena_, own.count, lift::integer(arena_, 1));
      found.index.count = lift::add(arena_, found.index.count, lift::multiply(arena_, *step, before));
    }
    const bool is_sum = found.read != window.variable;  // else every element would be copied for each of the window's
    return is_sum && with_coordinate(window, found.read, found.read) ? std::optional(found) : std::nullopt;
  }

  // A small number, or a parameter as it is.
  bool is_step(Expr e) const {
    const auto number = lift::constant(arena_, e);
    return number ? *number > 0 && *number <= k_furthest_step : arena_[e].kind == lift::Kind::parameter;
  }

  Result<OperandLayout> finish(std::vector<LayoutDimension> coordinates) {
    OperandLayout found{{}, last_, rest_};
    for (const SpaceIndex& own : own_) {
      const bool is_read = std::any_of(coordinates.begin(), coordinates.end(), [&](const LayoutDimension& each) {
        return arena_.contains(each.read, own.variable);
      });
      const bool is_left = arena_.contains(rest_, own.variable);
      if (is_read && is_left) return bad_input("the places of an operand are no sums of coordinates");
      if (is_left) found.outer.push_back({own, own.variable});
    }
    found.outer.insert(found.outer.end(), coordinates.begin(), coordinates.end());
    for (const LayoutDimension& each : found.outer) {
      if (!lift::linear_in(arena_, rest_, each.index.variable))
        return bad_input("the places of an operand are no sums of coordinates");
    }
    if (!lift::linear_in(arena_, rest_, last_.variable) || !arena_.contains(rest_, last_.variable))
      return bad_input("an operand does not depend on the terms that would become neighbours");
    return found;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& plan_;
  const ContractionOperand& operand_;
  SpaceIndex last_;
  SpaceIndices own_;
  std::vector<Expr> facts_;  // that are not negative where elements are there
  Expr rest_;                // the place, in coordinates so far
};

}  // namespace

Expr with_parts(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand, Expr e) {
  lift::Arena& arena = subject.arena;
  lift::Replacements parts;
  if (!plan.term_parts.empty()) parts[plan.term] = counted_through(arena, plan.term_parts);
  if (!operand.parts.empty()) parts[operand.own.variable] = counted_through(arena, operand.parts);
  return lift::substitute(arena, e, parts);
}

std::optional<SpaceIndex> neighbour_range(const Subject& subject, const ContractionPlan& plan) {
  const auto size = [&](const SpaceIndex& each) { return subject.size(each.count).value_or(k_usual_range); };
  const auto is_decided_by = [&](const ContractionOperand& operand, Expr index) {
    return std::any_of(operand.guards.begin(), operand.guards.end(),
                       [&](const OperandGuard& guard) { return subject.arena.contains(guard.condition, index); });
  };
  std::optional<SpaceIndex> longest;
  for (const SpaceIndex& part : plan.term_parts) {
    if (is_decided_by(plan.left, part.variable) || is_decided_by(plan.right, part.variable)) continue;
    if (!longest || size(part) > size(*longest)) longest = part;
  }
  return longest;
}

Result<OperandLayout> operand_layout(const Subject& subject, const ContractionPlan& plan,
                                     const ContractionOperand& operand, const SpaceIndex& last) {
  return LayoutFinder(subject, plan, operand, last).find();
}

}  // namespace whet::write
