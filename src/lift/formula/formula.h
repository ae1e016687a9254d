// A meaning as formulas that a person reads: arrays have axes, and reductions that are used more than once have names.
#pragma once

#include <string>
#include <vector>

#include "lift/formula/math.h"
#include "lift/meaning/meaning.h"

namespace whet::lift {

struct Formulas {
  std::vector<Formula> statements;
  std::vector<Math> layouts;  // the first elements of rows and planes: x[i, j] is x[n*i + j]
};

//   softmax: y[i, j] = exp(x[i, j] - m[i])/sum(l < n: exp(x[i, l] - m[i])) with m[i] = max(k < n: x[i, k])
// Without statements where they would be too long to read.
Formulas make_formulas(Arena& arena, const Meaning& meaning);

}  // namespace whet::lift
