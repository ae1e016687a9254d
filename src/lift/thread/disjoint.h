// Whether accesses to one array can meet.
#pragma once

#include "lift/expression/arena.h"

namespace whet::lift {

struct Extent {
  Expr offset;  // in bytes
  int bytes = 0;
};

// That those of one thread do not, outside of loops: elements at a constant distance, fields of structs.
bool never_meet(Arena& arena, const Extent& a, const Extent& b);

// The same of elements of different rows, whose length only arguments tell: 4*cols*2 + 8, where rows do not overlap.
bool rows_never_meet(const Arena& arena, Expr distance);

// That they do not, whatever thread and pass each is of: fields of structs.
//   32*i + 8 and 32*j + 12, 4 bytes each
bool threads_never_meet(Arena& arena, const Extent& a, const Extent& b);

// That an access in one pass does not meet another in a different pass; `pass` is the number of the pass in both.
bool meet_only_in_one_pass(Arena& arena, const Extent& a, const Extent& b, Expr pass);

}  // namespace whet::lift
