// The tree behind an Expression: made by expression.cpp, walked by expression_evaluate.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/text/expression.h"

namespace whet {

struct Expression::Node {
  enum class Kind {
    number,
    name,
    negate,
    logical_not,
    logical_and,
    logical_or,
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    ceil_div,
    minimum,
    maximum,
    absolute,
    floor,
    ceil,
    round,
    log2,
    power,
  };
  Kind kind = Kind::number;
  double number = 0;           // of Kind::number
  std::string name;            // of Kind::name
  std::vector<Node> operands;  // in the order written
};

// A function of the language; `most` arguments of 0 means any number from `least` on.
struct ExpressionFunction {
  std::string_view name;
  Expression::Node::Kind kind;
  size_t least, most;
};

}  // namespace whet
