#include "write/schedule/stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "lift/expression/substitute.h"
#include "write/schedule/local_form.h"
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
      : subject_(subject), arena_(subject.arena), nest_(nest), shape_(shape), plan_(plan) {
    found_.parameters = subject.parameters;
    for (const SpaceIndex& index : nest.space) (is_reduced_over(index) ? outputs_ : mapped_).push_back(index);
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

  ElementType number_type(bool is_real) const {
    if (!is_real) return ElementType::i64;
    return subject_.is_double() ? ElementType::f64 : ElementType::f32;
  }

  std::string unused_name(const std::string& stem) const {
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(found_.parameters.begin(), found_.parameters.end(),
                         [&](const SubjectParameter& each) { return each.name == name || each.argument == name; });
    };
    std::string name = stem;
    for (int number = 2; is_taken(name); ++number) name = fmt::format("{}_{}", stem, number);
    return name;
  }

  Expr add_parameter(SubjectParameter parameter) {
    found_.parameters.push_back(std::move(parameter));
    return arena_.parameter(static_cast<int>(found_.parameters.size()) - 1);
  }

  Result<Expr> add_scratch(const std::string& stem, ElementType type, int64_t parts) {
    const std::string name = unused_name(stem);
    TRY(count, count_formula(subject_, outputs_));
    found_.scratch.push_back({name, std::string(name_of(type)), fmt::format("max(1, {} * {})", parts, count)});
    return add_parameter({name, name, type, true, true});
  }

  // The numbers of outputs and parts as one: parts outermost but for the last index where that one is contiguous.
  Expr place(const std::optional<Expr>& part) const {
    Expr at = lift::integer(arena_, 0);
    const auto add = [&](Expr count, Expr index) { at = lift::add(arena_, lift::multiply(arena_, at, count), index); };
    const Expr parts = lift::integer(arena_, shape_.parts);
    for (size_t i = 0; i < outputs_.size(); ++i) {
      if (part && shape_.is_columnar && i + 1 == outputs_.size()) add(parts, *part);
      add(outputs_[i].count, outputs_[i].variable);
    }
    if (part && !shape_.is_columnar) add(parts, *part);
    return at;
  }

  Expr offset(ElementType type, const std::optional<Expr>& part) const {
    return lift::scale(arena_, place(part), static_cast<int64_t>(bytes_of(type)));
  }

  Expr load(Expr array, ElementType type, const std::optional<Expr>& part) const {
    return arena_.load(array, offset(type, part), static_cast<int>(bytes_of(type)));
  }

  Statement store(Expr array, ElementType type, const std::optional<Expr>& part, Expr value,
                  const std::vector<SpaceIndex>& space) const {
    return {array, offset(type, part), static_cast<int>(bytes_of(type)), value, space, {}, {}, {}};
  }

  std::vector<SpaceIndex> space_with(Expr part) const {
    std::vector<SpaceIndex> space = outputs_;
    const ptrdiff_t behind = shape_.is_columnar ? 1 : 0;
    space.insert(space.end() - behind, {part, lift::integer(arena_, shape_.parts), false});
    return space;
  }

  // A part of a range.
  struct Part {
    Expr index, length, begin, count;  // the count is below 1 for parts beyond the end
  };

  Result<Part> part_of(Expr whole_count) {
    TRY(length, part_length(whole_count));
    const Expr index = arena_.fresh_variable();
    const Expr begin = lift::multiply(arena_, index, length);
    return Part{index, length, begin, lift::minimum(arena_, {length, lift::subtract(arena_, whole_count, begin)})};
  }

  Result<void> add_all_parts() {
    if (const auto forms = local_forms()) return add_local_parts(*forms);
    for (const ReductionPhase& phase : plan_.phases) {
      TRY(part, part_of(phase.count));
      Nest nest{space_with(part.index), {}, false};
      TRY_VOID(add_parts(phase, part, nest));
      found_.stages.push_back({Stage::Role::parts, std::move(nest)});
    }
    return {};
  }

  // Adds to `nest` what reduces a part, and notes what gives the whole of each reduction afterwards.
  Result<void> add_parts(const ReductionPhase& phase, const Part& part, Nest& nest) {
    lift::Replacements wholes;
    for (const PlannedReduction& reduction : phase.reductions) {
      const Expr body = lift::substitute(arena_, reduction.body, known_);
      const auto reduce = [&](Fold how) { return reduced(how, body, part); };
      const bool is_place = lift::gives_argument(reduction.how);
      const Fold value = !is_place ? reduction.how : reduction.how == Fold::argmaximum ? Fold::maximum : Fold::minimum;
      const ElementType type = number_type(reduction.is_real);
      TRY(values, add_scratch(std::string(k_scratch_names[static_cast<size_t>(value)]) + "_parts", type, shape_.parts));
      nest.statements.push_back(store(values, type, part.index, reduce(value), nest.space));
      wholes[reduction.node] = whole(reduction.how, values, type);
      of_parts_[reduction.node] = values;
      if (!is_place) continue;
      TRY(places, add_scratch("place_parts", ElementType::i64, shape_.parts));
      nest.statements.push_back(store(places, ElementType::i64, part.index, reduce(reduction.how), nest.space));
      const Expr best = wholes[reduction.node];
      wholes[reduction.node] =
          lift::add(arena_, lift::multiply(arena_, best, part.length), load(places, ElementType::i64, best));
    }
    known_.insert(wholes.begin(), wholes.end());
    return {};
  }

  // The body over a part.
  Expr reduced(Fold how, Expr body, const Part& part) const {
    const Expr within = arena_.fresh_variable();
    body = lift::substitute(arena_, body, {{plan_.variable, lift::add(arena_, part.begin, within)}});
    return lift::close_reduction(arena_, {how, within, part.count, body});
  }

  // The forms of the second of two phases, if all its reductions have one.
  std::optional<std::vector<LocalForm>> local_forms() const {
    if (plan_.phases.size() != 2 || plan_.phases[0].count != plan_.phases[1].count) return std::nullopt;
    std::vector<LocalForm> forms;
    for (const PlannedReduction& reduction : plan_.phases[1].reductions) {
      const auto form = local_form(subject_, plan_.variable, reduction, plan_.phases[0]);
      if (!form) return std::nullopt;
      forms.push_back(*form);
    }
    return forms;
  }

  // One stage for both phases.
  Result<void> add_local_parts(const std::vector<LocalForm>& forms) {
    TRY(part, part_of(plan_.phases[0].count));
    Nest nest{space_with(part.index), {}, false};
    TRY_VOID(add_parts(plan_.phases[0], part, nest));
    for (size_t i = 0; i < forms.size(); ++i) {
      const bool has_squares = forms[i].kind == LocalForm::Kind::squares;
      TRY(whole, has_squares ? add_squares(forms[i], part, nest) : add_exponentials(forms[i], part, nest));
      known_[plan_.phases[1].reductions[i].node] = whole;
    }
    found_.stages.push_back({Stage::Role::parts, std::move(nest)});
    return {};
  }

  Expr real_of(Expr integer) const { return arena_.call("real", {integer}); }
  Expr squared(Expr e) const { return lift::product(arena_, {e, e}); }

  // The sum over parts; `term` is a function of a part.
  template <typename Term>
  Expr sum_of_parts(const Term& term) {
    const Expr at = arena_.fresh_variable();
    return lift::close_reduction(arena_, {Fold::sum, at, lift::integer(arena_, shape_.parts), term(at)});
  }

  // The same at the first element of the range: what varies lies around it, so that the difference from it loses no
  // digits where the values are far from zero.
  Expr first_of(Expr varying) const {
    return lift::substitute(arena_, varying, {{plan_.variable, lift::integer(arena_, 0)}});
  }

  // The same, and 0 for an empty range.
  Expr first_if_any(Expr varying, Expr count) const {
    const Expr is_there = lift::nonneg(arena_, lift::subtract(arena_, count, lift::integer(arena_, 1)));
    return lift::select(arena_, is_there, first_of(varying), lift::real(arena_, 0));
  }

  Result<Expr> add_squares(const LocalForm& form, const Part& part, Nest& nest) {
    const ElementType type = number_type(true);
    const auto mean = [&](Expr sum, Expr count) {
      const Expr several = real_of(lift::maximum(arena_, {count, lift::integer(arena_, 1)}));
      return lift::product(arena_, {sum, lift::inverse(arena_, several)});
    };
    TRY(sums, add_scratch("sum_parts", type, shape_.parts));
    TRY(squares, add_scratch("square_parts", type, shape_.parts));
    // Columns load it only where a part has rows.
    const Expr any = first_if_any(form.varying, plan_.phases[0].count);
    const Expr first = shape_.is_columnar ? first_of(form.varying) : any;
    const Expr varying = lift::difference(arena_, form.varying, first), sum = reduced(Fold::sum, varying, part);
    const Expr apart = squared(lift::difference(arena_, varying, mean(sum, part.count)));
    nest.statements.push_back(store(sums, type, part.index, sum, nest.space));
    nest.statements.push_back(store(squares, type, part.index, reduced(Fold::sum, apart, part), nest.space));
    const Expr shift = lift::difference(arena_, lift::substitute(arena_, form.shift, known_), any);
    return sum_of_parts([&](Expr at) {
      const Expr count = lift::substitute(arena_, part.count, {{part.index, at}});
      const Expr many = real_of(lift::maximum(arena_, {count, lift::integer(arena_, 0)}));
      const Expr moved = squared(lift::difference(arena_, mean(load(sums, type, at), count), shift));
      return lift::sum(arena_, {load(squares, type, at), lift::product(arena_, {many, moved})});
    });
  }

  // A part of nothing but -inf has no greatest: its exponentials are zero as they are.
  Expr finite(Expr greatest) const {
    const double least = subject_.is_double() ? std::numeric_limits<double>::lowest()
                                              : static_cast<double>(std::numeric_limits<float>::lowest());
    return lift::select(arena_, lift::real_less(arena_, greatest, lift::real(arena_, least)), lift::real(arena_, 0),
                        greatest);
  }

  Result<Expr> add_exponentials(const LocalForm& form, const Part& part, Nest& nest) {
    const ElementType type = number_type(true);
    TRY(sums, add_scratch("sum_parts", type, shape_.parts));
    const Expr greatest = finite(reduced(Fold::maximum, form.varying, part));
    std::vector<Expr> factors = form.factors;
    factors.push_back(arena_.call("exp", {lift::difference(arena_, form.varying, greatest)}));
    nest.statements.push_back(
        store(sums, type, part.index, reduced(Fold::sum, lift::product(arena_, factors), part), nest.space));
    const Expr shift = lift::substitute(arena_, form.shift, known_), of_parts = of_parts_[form.shift];
    return sum_of_parts([&](Expr at) {
      const Expr below = lift::difference(arena_, finite(load(of_parts, type, at)), shift);
      const Expr correction = arena_.call("exp", {lift::minimum(arena_, {below, lift::real(arena_, 0)})});
      return lift::product(arena_, {load(sums, type, at), correction});
    });
  }

  Result<Expr> part_length(Expr count) {
    for (const SpaceIndex& index : nest_.space) {
      if (arena_.contains(count, index.variable)) return bad_input("rows of different lengths are not split");
    }
    TRY(formula, count_formula(subject_, {{count, count, false}}));
    const auto known = lengths_.find(count);
    if (known != lengths_.end()) return known->second;
    const std::string name = unused_name("part_length");
    const std::string parts = fmt::format("ceil_div({}, {})", formula, shape_.granule * shape_.parts);
    const Expr length = add_parameter({name, name, ElementType::i64, false, false, true,
                                       shape_.granule == 1 ? parts : fmt::format("{} * {}", shape_.granule, parts)});
    lengths_[count] = length;
    return length;
  }

  // The reduction of what the parts have, or the first part with the extreme.
  Expr whole(Fold how, Expr values, ElementType type) {
    const Expr part = arena_.fresh_variable();
    return lift::close_reduction(arena_, {how, part, lift::integer(arena_, shape_.parts), load(values, type, part)});
  }

  // Reductions that the statements need themselves, not only inside others.
  std::vector<PlannedReduction> needed_reductions() const {
    std::vector<PlannedReduction> found;
    for (const ReductionPhase& phase : plan_.phases) {
      for (const PlannedReduction& each : phase.reductions) {
        const bool is_needed =
            std::any_of(nest_.statements.begin(), nest_.statements.end(),
                        [&](const Statement& statement) { return is_seen(statement.value, each.node); });
        if (is_needed) found.push_back(each);
      }
    }
    return found;
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

  // The stage that stores the results for the map.
  Result<void> add_results() {
    Nest nest{outputs_, {}, false};
    for (const PlannedReduction& each : needed_reductions()) {
      const bool is_place = lift::gives_argument(each.how);
      const ElementType type = number_type(each.is_real && !is_place);
      TRY(array, add_scratch(k_scratch_names[static_cast<size_t>(each.how)] + std::string("_of_all"), type, 1));
      const auto known = known_.find(each.node);
      nest.statements.push_back(store(array, type, {}, known == known_.end() ? each.node : known->second, nest.space));
      results_[each.node] = load(array, type, {});
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
  lift::Replacements lengths_;                // of parts, by the count of the whole
  Stages found_;
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

constexpr const char* k_suffixes[] = {"_parts", "_combine", "_map"};

}  // namespace

Subject Stages::subject_of(const Subject& subject, size_t stage) const {
  const Nest& nest = stages[stage].nest;
  Subject part = subject;
  part.parameters = parameters;
  const auto used = all_parts_of(subject.arena, nest);
  for (size_t i = 0; i < part.parameters.size(); ++i) {
    const Expr parameter = subject.arena.parameter(static_cast<int>(i));
    part.parameters[i].is_passed = std::find(used.begin(), used.end(), parameter) != used.end();
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
