// The terms of pairs in shared memory: what is read of one term lies next to each other.
#pragma once

#include <string>
#include <vector>

#include "write/subject/nest.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

class StagedTerms {
 public:
  StagedTerms(const Subject& subject, CudaExpression& text, Lines& lines)
      : arena_(subject.arena), text_(text), lines_(lines) {}

  void add(Expr load, const SubjectParameter& array);
  int64_t bytes() const;  // of a term
  void declare();
  // A block loads the terms from `start` on, `left` of them.
  void write_loads(Expr term);
  // Reads term `j` and binds its loads.
  void bind_term();

 private:
  struct Pack {
    ElementType type = ElementType::f32;
    std::vector<Expr> loads;
    std::string stem, name;
    int64_t width() const;  // elements: a power of two
  };

  lift::Arena& arena_;
  CudaExpression& text_;
  Lines& lines_;
  std::vector<Pack> packs_;
};

}  // namespace whet::write
