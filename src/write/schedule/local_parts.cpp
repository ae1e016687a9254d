#include "write/schedule/local_parts.h"

#include <limits>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"

namespace whet::write {

using lift::Fold;

std::optional<std::vector<LocalForm>> local_forms(const Subject& subject, const ReductionPlan& plan) {
  if (plan.phases.size() != 2 || plan.phases[0].count != plan.phases[1].count) return std::nullopt;
  std::vector<LocalForm> forms;
  for (const PlannedReduction& reduction : plan.phases[1].reductions) {
    const auto form = local_form(subject, plan.variable, reduction, plan.phases[0]);
    if (!form) return std::nullopt;
    forms.push_back(*form);
  }
  return forms;
}

Expr LocalParts::real_of(Expr integer) const {
  return arena_.call("real", {integer});
}

Expr LocalParts::squared(Expr e) const {
  return lift::product(arena_, {e, e});
}

Expr LocalParts::mean(Expr sum, Expr count) const {
  const Expr several = real_of(lift::maximum(arena_, {count, lift::integer(arena_, 1)}));
  return lift::product(arena_, {sum, lift::inverse(arena_, several)});
}

template <typename Term>
Expr LocalParts::sum_of_parts(const Term& term) const {
  const Expr at = arena_.fresh_variable();
  return lift::close_reduction(arena_, {Fold::sum, at, lift::integer(arena_, parts_.shape().parts), term(at)});
}

// What varies lies around its first value, so that the difference from it loses no digits where values are far from
// zero.
Expr LocalParts::first_of(Expr varying) const {
  return lift::substitute(arena_, varying, {{plan_.variable, lift::integer(arena_, 0)}});
}

// The same, and 0 for an empty range.
Expr LocalParts::first_if_any(Expr varying) const {
  const Expr count = plan_.phases[0].count;
  const Expr is_there = lift::nonneg(arena_, lift::subtract(arena_, count, lift::integer(arena_, 1)));
  return lift::select(arena_, is_there, first_of(varying), lift::real(arena_, 0));
}

// Columns take them along with the sum; rows have the values of a part in registers or in the cache.
Expr LocalParts::squares_of_part(Expr varying, Expr sum, const RangePart& part) const {
  if (parts_.shape().is_columnar) return parts_.reduced(Fold::squares, varying, plan_.variable, part);
  const Expr apart = squared(lift::difference(arena_, varying, mean(sum, part.count)));
  return parts_.reduced(Fold::sum, apart, plan_.variable, part);
}

Result<Expr> LocalParts::add_squares(const LocalForm& form, const RangePart& part, Nest& nest) {
  const ElementType type = parts_.number_type(true);
  TRY(sums, parts_.add_scratch("sum_parts", type, parts_.shape().parts));
  TRY(squares, parts_.add_scratch("square_parts", type, parts_.shape().parts));
  // Columns load the first only where a part has rows.
  const Expr any = first_if_any(form.varying);
  const Expr varying =
      lift::difference(arena_, form.varying, parts_.shape().is_columnar ? first_of(form.varying) : any);
  const Expr sum = parts_.reduced(Fold::sum, varying, plan_.variable, part);
  const Expr of_squares = squares_of_part(varying, sum, part);
  nest.statements.push_back(parts_.store(sums, type, part.index, sum, nest.space));
  nest.statements.push_back(parts_.store(squares, type, part.index, of_squares, nest.space));
  const Expr shift = lift::difference(arena_, lift::substitute(arena_, form.shift, known_), any);
  return sum_of_parts([&](Expr at) {
    const Expr count = lift::substitute(arena_, part.count, {{part.index, at}});
    const Expr many = real_of(lift::maximum(arena_, {count, lift::integer(arena_, 0)}));
    const Expr moved = squared(lift::difference(arena_, mean(parts_.load(sums, type, at), count), shift));
    return lift::sum(arena_, {parts_.load(squares, type, at), lift::product(arena_, {many, moved})});
  });
}

// A part of nothing but -inf has no greatest: its exponentials are zero as they are.
Expr LocalParts::finite(Expr greatest) const {
  const double least = subject_.is_double() ? std::numeric_limits<double>::lowest()
                                            : static_cast<double>(std::numeric_limits<float>::lowest());
  const Expr is_none = lift::real_less(arena_, greatest, lift::real(arena_, least));
  return lift::select(arena_, is_none, lift::real(arena_, 0), greatest);
}

Result<Expr> LocalParts::add_exponentials(const LocalForm& form, const RangePart& part, Nest& nest) {
  const ElementType type = parts_.number_type(true);
  TRY(sums, parts_.add_scratch("sum_parts", type, parts_.shape().parts));
  const Expr greatest = finite(parts_.reduced(Fold::maximum, form.varying, plan_.variable, part));
  std::vector<Expr> factors = form.factors;
  factors.push_back(arena_.call("exp", {lift::difference(arena_, form.varying, greatest)}));
  const Expr sum = parts_.reduced(Fold::sum, lift::product(arena_, factors), plan_.variable, part);
  nest.statements.push_back(parts_.store(sums, type, part.index, sum, nest.space));
  const Expr shift = lift::substitute(arena_, form.shift, known_), of_parts = of_parts_.at(form.shift);
  return sum_of_parts([&](Expr at) {
    const Expr below = lift::difference(arena_, finite(parts_.load(of_parts, type, at)), shift);
    const Expr correction = arena_.call("exp", {lift::minimum(arena_, {below, lift::real(arena_, 0)})});
    return lift::product(arena_, {parts_.load(sums, type, at), correction});
  });
}

}  // namespace whet::write
