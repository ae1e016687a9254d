// How many machine instructions it takes to compute an element of a meaning, roughly: predicted before anything is
// compiled.
#pragma once

#include <vector>

#include "write/subject/nest.h"

namespace whet::write {

struct Operations {
  double fp32 = 0, integer = 0, fp64 = 0, special = 0;

  void add(const Operations& other, double times);
  double all() const { return fp32 + integer + fp64 + special; }
};

// Of the values at each element along the variable, where loads are there already: what several share counts once, and
// what does not depend on the variable is computed before. Reductions are those of constant range: others are results.
Operations operations_of(const Subject& subject, const std::vector<Expr>& values, Expr along);
// Of one step of a reduction, without its body.
Operations fold_operations(const Subject& subject, lift::Fold how, bool is_real);
// Bytes of what a thread has of a reduction.
int64_t fold_bytes(const Subject& subject, lift::Fold how, bool is_real);
// The longest chain of loads of which each needs the one before: x[columns[k]] is 2.
int load_depth(const lift::Arena& arena, const std::vector<Expr>& values);

}  // namespace whet::write
