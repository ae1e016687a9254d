#include "write/schedule/stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "write/schedule/local_parts.h"
#include "write/schedule/row_index.h"
#include "write/subject/reduction_plan.h"

namespace whet::write {

using lift::Fold;
using lift::SpaceIndex;
using lift::Statement;

namespace {

constexpr const char* k_scratch_names[] = {"sum", "product", "largest", "smallest", "place", "place"};

class StageMaker {
 public:
  StageMaker(const Subject& subject, const Nest& nest, const StageShape& shape, const ReductionPlan& plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        shape_(shape),
        plan_(plan),
        outputs_(outputs()),
        parts_(subject, nest, shape, outputs_, found_) {
    found_.parameters = subject.parameters;
    for (const SpaceIndex& index : nest.space) {
      if (!is_reduced_over(index)) mapped_.push_back(index);
    }
  }

  Result<Stages> make() {
    for (const Statement& statement : nest_.statements) {
      if (!statement.guard.empty()) return bad_input("a guarded statement is not split");
      if (statement.update && !mapped_.empty()) return bad_input("updates of every element are not split");
    }
    if (shape_.is_columnar && outputs_.empty()) return bad_input("one result has no columns");
    if (shape_.parts == 1 && mapped_.empty()) return bad_input("there is one part and no map");
    if (shape_.parts > 1) TRY_VOID(add_all_parts());
    if (mapped_.empty()) {
      found_.stages.push_back({Stage::Role::combine, replaced(nest_, known_)});
      found_.stages.back().nest.has_map = false;
      return std::move(found_);
    }
    TRY_VOID(add_results());
    found_.stages.push_back({Stage::Role::map, replaced(nest_, results_)});
    return std::move(found_);
  }

 private:
  std::vector<SpaceIndex> outputs() const {
    std::vector<SpaceIndex> found;
    for (const SpaceIndex& index : nest_.space) {
      if (is_reduced_over(index)) found.push_back(index);
    }
    return found;
  }

  bool is_reduced_over(const SpaceIndex& index) const {
    return std::any_of(plan_.phases.begin(), plan_.phases.end(), [&](const ReductionPhase& phase) {
      return std::any_of(phase.reductions.begin(), phase.reductions.end(),
                         [&](const PlannedReduction& each) { return arena_.contains(each.node, index.variable); });
    });
  }

  Nest replaced(Nest nest, const lift::Replacements& by) const {
    for (Statement& statement : nest.statements) statement.value = lift::substitute(arena_, statement.value, by);
    return nest;
  }

  Result<void> add_all_parts() {
    if (const auto forms = local_forms(subject_, plan_)) return add_local_parts(*forms);
    for (const ReductionPhase& phase : plan_.phases) {
      TRY(part, parts_.part_of(phase.count));
      Nest nest{parts_.space_with(part.index), {}, false};
      TRY_VOID(add_parts(phase, part, nest));
      found_.stages.push_back({Stage::Role::parts, std::move(nest)});
    }
    return {};
  }

  // Adds to `nest` what reduces a part, and notes what gives the whole of each reduction afterwards.
  Result<void> add_parts(const ReductionPhase& phase, const RangePart& part, Nest& nest) {
    lift::Replacements wholes;
    for (const PlannedReduction& reduction : phase.reductions) {
      const Expr body = lift::substitute(arena_, reduction.body, known_);
      const auto reduce = [&](Fold how) { return parts_.reduced(how, body, plan_.variable, part); };
      const bool is_place = lift::gives_argument(reduction.how);
      const Fold value = !is_place ? reduction.how : reduction.how == Fold::argmaximum ? Fold::maximum : Fold::minimum;
      const ElementType type = parts_.number_type(reduction.is_real);
      TRY(values,
          parts_.add_scratch(std::string(k_scratch_names[static_cast<size_t>(value)]) + "_parts", type, shape_.parts));
      nest.statements.push_back(parts_.store(values, type, part.index, reduce(value), nest.space));
      wholes[reduction.node] = whole(reduction.how, values, type);
      of_parts_[reduction.node] = values;
      if (!is_place) continue;
      TRY(places, parts_.add_scratch("place_parts", ElementType::i64, shape_.parts));
      nest.statements.push_back(parts_.store(places, ElementType::i64, part.index, reduce(reduction.how), nest.space));
      const Expr best = wholes[reduction.node];
      wholes[reduction.node] =
          lift::add(arena_, lift::multiply(arena_, best, part.length), parts_.load(places, ElementType::i64, best));
    }
    known_.insert(wholes.begin(), wholes.end());
    return {};
  }

  // One stage for both phases.
  Result<void> add_local_parts(const std::vector<LocalForm>& forms) {
    TRY(part, parts_.part_of(plan_.phases[0].count));
    Nest nest{parts_.space_with(part.index), {}, false};
    TRY_VOID(add_parts(plan_.phases[0], part, nest));
    LocalParts local(subject_, plan_, known_, of_parts_, parts_);
    lift::Replacements wholes;
    for (size_t i = 0; i < forms.size(); ++i) {
      TRY(whole, local.add(forms[i], part, nest));
      wholes[plan_.phases[1].reductions[i].node] = whole;
    }
    known_.insert(wholes.begin(), wholes.end());
    found_.stages.push_back({Stage::Role::parts, std::move(nest)});
    return {};
  }

  // The reduction of what the parts have, or the first part with the extreme.
  Expr whole(Fold how, Expr values, ElementType type) {
    const Expr part = arena_.fresh_variable();
    return lift::close_reduction(arena_,
                                 {how, part, lift::integer(arena_, shape_.parts), parts_.load(values, type, part)});
  }

  // What the map needs of the reductions: the largest parts of its values that are the same for all its elements, so
  // that they are computed once.
  std::vector<Expr> needed_results() const {
    std::vector<Expr> found;
    for (const Statement& statement : nest_.statements) add_fixed(statement.value, found);
    return found;
  }

  void add_fixed(Expr e, std::vector<Expr>& found) const {
    if (!needs_reduction(e) || std::find(found.begin(), found.end(), e) != found.end()) return;
    if (is_planned(e) || is_fixed(e)) return found.push_back(e);
    for (const Expr part : lift::parts_of(arena_, e)) add_fixed(part, found);
  }

  // A quotient is not made of an inverse that is rounded first, but for reciprocals of square roots.
  bool is_fixed(Expr e) const {
    const lift::Node& node = arena_[e];
    const bool is_root = node.kind == lift::Kind::inverse && arena_[node.args[0]].kind == lift::Kind::call &&
                         arena_.text(node.args[0]) == "sqrt";
    const bool is_arithmetic =
        is_root || node.kind == lift::Kind::sum || node.kind == lift::Kind::product || node.kind == lift::Kind::call;
    return is_arithmetic && is_real_valued(subject_, e) &&
           std::none_of(mapped_.begin(), mapped_.end(),
                        [&](const SpaceIndex& index) { return arena_.contains(e, index.variable); });
  }

  bool needs_reduction(Expr e) const {
    return std::any_of(plan_.phases.begin(), plan_.phases.end(), [&](const ReductionPhase& phase) {
      return std::any_of(phase.reductions.begin(), phase.reductions.end(),
                         [&](const PlannedReduction& each) { return is_seen(e, each.node); });
    });
  }

  bool is_seen(Expr e, Expr reduction) const {
    if (e == reduction) return true;
    if (arena_[e].kind == lift::Kind::reduction && is_planned(e)) return false;
    const auto parts = lift::parts_of(arena_, e);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return is_seen(part, reduction); });
  }

  bool is_planned(Expr e) const {
    return std::any_of(plan_.phases.begin(), plan_.phases.end(), [&](const ReductionPhase& phase) {
      return std::any_of(phase.reductions.begin(), phase.reductions.end(),
                         [&](const PlannedReduction& each) { return each.node == e; });
    });
  }

  std::string name_of_result(Expr e) const {
    if (!is_planned(e)) return "result_of_all";
    return std::string(k_scratch_names[arena_[e].bytes]) + "_of_all";
  }

  // The stage that stores the results for the map.
  Result<void> add_results() {
    Nest nest{outputs_, {}, false};
    for (const Expr each : needed_results()) {
      const bool is_real = is_real_valued(subject_, each);
      const ElementType type = parts_.number_type(is_real);
      TRY(array, parts_.add_scratch(name_of_result(each), type, 1));
      nest.statements.push_back(parts_.store(array, type, {}, lift::substitute(arena_, each, known_), nest.space));
      results_[each] = parts_.load(array, type, {});
    }
    found_.stages.push_back({Stage::Role::combine, std::move(nest)});
    return {};
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const StageShape& shape_;
  const ReductionPlan& plan_;
  std::vector<SpaceIndex> outputs_, mapped_;  // indices that reductions depend on, and the others
  lift::Replacements known_;                  // reductions from their parts
  lift::Replacements of_parts_;               // the scratch array of a reduction's parts
  lift::Replacements results_;                // reductions as loads of their results
  Stages found_;
  StageParts parts_;
};

std::vector<Expr> all_parts_of(const lift::Arena& arena, const Nest& nest) {
  std::vector<Expr> parts;
  const auto note = [&](Expr e) {
    const auto more = arena.all_parts(e);
    parts.insert(parts.end(), more.begin(), more.end());
  };
  for (const SpaceIndex& index : nest.space) note(index.count);
  for (const Statement& statement : nest.statements) {
    parts.push_back(statement.array);
    note(statement.offset);
    note(statement.value);
  }
  return parts;
}

constexpr const char* k_suffixes[] = {"_parts", "_combine", "_map", "_copy", "_product", "_hidden", "_sum"};

}  // namespace

std::string Stages::unused_name(const std::string& stem) const {
  const auto is_taken = [&](const std::string& name) {
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const SubjectParameter& each) { return each.name == name || each.argument == name; });
  };
  std::string name = stem;
  for (int number = 2; is_taken(name); ++number) name = fmt::format("{}_{}", stem, number);
  return name;
}

Expr Stages::add_parameter(lift::Arena& arena, SubjectParameter parameter) {
  parameters.push_back(std::move(parameter));
  return arena.parameter(static_cast<int>(parameters.size()) - 1);
}

Subject Stages::subject_of(const Subject& subject, size_t stage) const {
  const Nest& nest = stages[stage].nest;
  Subject part = subject;
  part.parameters = parameters;
  const auto used = all_parts_of(subject.arena, nest);
  for (size_t i = 0; i < part.parameters.size(); ++i) {
    const Expr parameter = subject.arena.parameter(static_cast<int>(i));
    part.parameters[i].is_passed =
        part.parameters[i].declaration.empty() && std::find(used.begin(), used.end(), parameter) != used.end();
    part.parameters[i].is_written = std::any_of(nest.statements.begin(), nest.statements.end(),
                                                [&](const Statement& each) { return each.array == parameter; });
  }
  part.kernel += k_suffixes[static_cast<size_t>(stages[stage].role)];
  const auto before = std::count_if(stages.begin(), stages.begin() + static_cast<ptrdiff_t>(stage),
                                    [&](const Stage& each) { return each.role == stages[stage].role; });
  if (before > 0) part.kernel += fmt::format("_{}", before + 1);
  return part;
}

Result<Stages> split_into_stages(const Subject& subject, const Nest& nest, const StageShape& shape) {
  TRY(plan, plan_reductions(subject, nest));
  return StageMaker(subject, nest, shape, plan).make();
}

}  // namespace whet::write
