// An expression of problem.toml that knows its line.
#pragma once

#include "util/text/expression.h"

namespace whet {

struct Formula {
  Expression expression;
  int line = 0;
};

}  // namespace whet
