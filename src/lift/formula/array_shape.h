// The axes of the arrays of a meaning, as the strides of their accesses tell.
//
//   y[n*i + j], y[n*i + n + j + 1]    strides n and 1: y[i, j], y[i + 1, j + 1]
//
// Nothing is assumed: y[i, j] is only another way to write y[n*i + j].
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

class ArrayShapes {
 public:
  ArrayShapes(Arena& arena, const Meaning& meaning);

  // The indices of an access, the outermost first; a single one where the strides tell no axes.
  std::vector<Expr> indices(Expr array, Expr offset, int bytes);
  // The strides in elements, the largest first; the last is 1. A single one: an array without axes.
  const std::vector<Term>& strides(Expr array) const;
  // The arrays with more than one axis, in the order of their parameters.
  std::vector<Expr> shaped() const;

 private:
  void add_parts(Expr e);
  void add_access(Expr array, Expr offset, int bytes);
  bool is_size(Expr atom) const;
  Term stride_of(const Term& term) const;
  void keep_chains();

  struct Array {
    int bytes = 0;
    bool is_uniform = true;  // all accesses have this width and begin at elements
    std::vector<Term> strides;
    std::vector<Expr> accesses;  // in elements
  };
  bool members_fit(const Array& array, const Term& stride) const;
  std::optional<int64_t> greatest_value(const Term& term) const;

  Arena& arena_;
  std::map<uint32_t, int64_t> counts_;  // of indices whose range is a number
  std::map<uint32_t, std::pair<Expr, Array>> arrays_;
};

}  // namespace whet::lift
