// What stages are made of: parts of the ranges of reductions, and the scratch arrays that hold what was found for each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lift/expression/substitute.h"
#include "write/schedule/stages.h"

namespace whet::write {

// A part of a range.
struct RangePart {
  Expr index, length, begin, count;  // the count is below 1 for parts beyond the end
};

class StageParts {
 public:
  // Scratch arrays and lengths of parts become parameters of `found`.
  StageParts(const Subject& subject, const Nest& nest, const StageShape& shape, std::vector<lift::SpaceIndex> outputs,
             Stages& found)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        shape_(shape),
        outputs_(std::move(outputs)),
        found_(found) {}

  const StageShape& shape() const { return shape_; }
  ElementType number_type(bool is_real) const;
  // An array with an element for each output, and for each of its parts.
  Result<Expr> add_scratch(const std::string& stem, ElementType type, int64_t parts);
  // The element of the outputs' indices, and of the part; without one: of a result.
  Expr load(Expr array, ElementType type, const std::optional<Expr>& part) const;
  lift::Statement store(Expr array, ElementType type, const std::optional<Expr>& part, Expr value,
                        const std::vector<lift::SpaceIndex>& space) const;
  // The space of a stage that computes every part.
  std::vector<lift::SpaceIndex> space_with(Expr part) const;

  Result<RangePart> part_of(Expr whole_count);
  // The body, a function of `variable`, over a part.
  Expr reduced(lift::Fold how, Expr body, Expr variable, const RangePart& part) const;

 private:
  Expr place(const std::optional<Expr>& part) const;
  Expr offset(ElementType type, const std::optional<Expr>& part) const;
  Result<Expr> part_length(Expr count);

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const StageShape& shape_;
  std::vector<lift::SpaceIndex> outputs_;  // indices that reductions depend on
  Stages& found_;
  lift::Replacements lengths_;  // of parts, by the count of the whole
};

}  // namespace whet::write
