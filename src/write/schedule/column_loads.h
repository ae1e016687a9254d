// The loads of reductions over columns: packs of neighbouring columns, made for several rows before one is used.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/wide_packs.h"
#include "write/subject/nest.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

struct ColumnLoad {
  Expr load;
  bool is_pack = false;   // of the columns of the thread; else one element for all of them
  bool is_fixed = false;  // the same in every row
  bool is_once = false;   // nobody reads an element of it again
  std::string name, is_wide;
};

class ColumnLoads {
 public:
  // `column` is the index across memory, `inner` the one that is reduced over.
  ColumnLoads(const Subject& subject, Expr column, Expr inner, int64_t vector, CudaExpression& text, Lines& lines)
      : subject_(subject),
        arena_(subject.arena),
        column_(column),
        inner_(inner),
        text_(text),
        lines_(lines),
        wide_(subject, vector, text) {}

  // Those that are made whatever conditions hold. If it is the only pass over the columns of these indices, an element
  // that depends on all of them is read once.
  std::vector<ColumnLoad> choose(const std::vector<Expr>& roots, const std::vector<lift::SpaceIndex>* only_pass);
  // What "is_wide" stands for in all loads chosen so far.
  void declare_wide() const { wide_.declare(lines_); }

  // Both declare and load: before the rows, and for `in_flight` rows from `start` on.
  void write_fixed(const std::vector<ColumnLoad>& loads, const std::string& length);
  void write_rows(const std::vector<ColumnLoad>& loads, const std::string& length, const std::string& in_flight);
  // To the element `e` of row `s`.
  void bind(const std::vector<ColumnLoad>& loads);

 private:
  std::string address(const lift::Node& node) { return text_.address(node.args[0], node.args[1], node.bytes); }
  std::string_view type_of(const ColumnLoad& load) const {
    return cuda_name(subject_.parameter(arena_[load.load].args[0]).type);
  }

  const Subject& subject_;
  lift::Arena& arena_;
  Expr column_, inner_;
  CudaExpression& text_;
  Lines& lines_;
  WidePacks wide_;
};

}  // namespace whet::write
