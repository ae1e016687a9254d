// Writes the second of two phases of reductions into the stage of the first, by the local forms of its reductions.
#pragma once

#include <optional>
#include <vector>

#include "write/schedule/local_form.h"
#include "write/schedule/stage_parts.h"

namespace whet::write {

// The forms of the second of two phases over one range; nothing: a reduction has none, or there are other phases.
std::optional<std::vector<LocalForm>> local_forms(const Subject& subject, const ReductionPlan& plan);

class LocalParts {
 public:
  // `known` gives the whole of each reduction of the first phase, `of_parts` the scratch array of its parts.
  LocalParts(const Subject& subject, const ReductionPlan& plan, const lift::Replacements& known,
             const lift::Replacements& of_parts, StageParts& parts)
      : subject_(subject), arena_(subject.arena), plan_(plan), known_(known), of_parts_(of_parts), parts_(parts) {}

  // Adds to `nest` what reduces a part; what gives the whole afterwards.
  Result<Expr> add(const LocalForm& form, const RangePart& part, Nest& nest) {
    return form.kind == LocalForm::Kind::squares ? add_squares(form, part, nest) : add_exponentials(form, part, nest);
  }

 private:
  Expr real_of(Expr integer) const;
  Expr squared(Expr e) const;
  Expr mean(Expr sum, Expr count) const;
  Expr first_of(Expr varying) const;
  Expr first_if_any(Expr varying) const;
  Expr finite(Expr greatest) const;
  Expr squares_of_part(Expr varying, Expr sum, const RangePart& part) const;
  // The sum over parts; `term` is a function of a part.
  template <typename Term>
  Expr sum_of_parts(const Term& term) const;
  Result<Expr> add_squares(const LocalForm& form, const RangePart& part, Nest& nest);
  Result<Expr> add_exponentials(const LocalForm& form, const RangePart& part, Nest& nest);

  const Subject& subject_;
  lift::Arena& arena_;
  const ReductionPlan& plan_;
  const lift::Replacements &known_, &of_parts_;
  StageParts& parts_;
};

}  // namespace whet::write
