// Whether packs are whole words of memory: a kernel asks once for all of them.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/row_index.h"

namespace whet::write {

class WidePacks {
 public:
  // `name` is that of the answer in the kernel, `constant` that of `vector`.
  WidePacks(const Subject& subject, int64_t vector, CudaExpression& text, std::string name = "is_wide",
            std::string constant = "kVector")
      : subject_(subject), vector_(vector), text_(text), name_(std::move(name)), constant_(std::move(constant)) {}

  int64_t vector() const { return vector_; }
  // The name of the answer, or "false" where packs along the index never are.
  std::string of(Expr array, Expr offset, int bytes, Expr inner);
  // "const bool is_wide = is_aligned<kVector>(x) && cols % kVector == 0;", if anything asks for it.
  void declare(Lines& lines) const;

 private:
  const Subject& subject_;
  int64_t vector_;
  CudaExpression& text_;
  std::string name_, constant_;
  std::vector<std::string> conditions_;
};

}  // namespace whet::write
