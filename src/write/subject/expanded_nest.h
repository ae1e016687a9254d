// A nest without short ranges: a statement for each value of an index that has a few.
//
//   forall i < n, j < 3: a[3*i + j] = f(i, j)    ->    forall i < n: a[3*i] = f(i, 0), a[3*i + 1] = f(i, 1), ...
#pragma once

#include "write/subject/nest.h"

namespace whet::write {

// The statements over the ranges that are not constant, or longer than a few elements.
std::vector<lift::Statement> expanded(lift::Arena& arena, const std::vector<lift::Statement>& statements);

}  // namespace whet::write
