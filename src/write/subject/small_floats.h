// Arrays of floating-point numbers of 8 bits. A kernel reads their bits, and its meaning says as which numbers; where
// every access to an array does so in the same way, its elements are these numbers.
//
//   e4m3(x[i]) * e4m3(w[j])   ->   x[i] * w[j], both of type e4m3
#pragma once

#include <map>

#include "write/subject/subject.h"

namespace whet::write {

struct SmallFloats {
  lift::Meaning meaning;
  std::map<size_t, ElementType> types;  // of arrays, by the number of their parameter
};

SmallFloats with_small_floats(lift::Arena& arena, const lift::Meaning& meaning);

}  // namespace whet::write
