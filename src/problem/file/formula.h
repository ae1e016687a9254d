// An expression of problem.toml with its line.
#pragma once

#include "util/text/expression.h"

namespace whet {

struct Formula {
  Expression expression;
  int line = 0;
};

}  // namespace whet
