// Divisions of integers in a loop by an int that stays the same become one multiplication each.
//
//   for (...) x[i / cols] ...   ->   const QuickDivisor cols_quick(cols);  for (...) x[i / cols_quick] ...
//
// The expression stays as it is, with a divisor that brings operators of its own: what is not a division of an int by
// an int is done as before.
#pragma once

#include "edit/text/edit.h"

namespace whet::edit {

Edit quick_division_edit();

}  // namespace whet::edit
