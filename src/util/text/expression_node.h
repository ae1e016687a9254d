// The tree behind an Expression: expression.cpp builds it, expression_evaluate.cpp walks it, write/launcher writes it
// as C++.
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
  double number = 0;           // for Kind::number
  std::string name;            // for Kind::name
  std::vector<Node> operands;  // in source order
};

// A function of the language with `least` to `most` arguments; `most` = 0 means no upper limit.
struct ExpressionFunction {
  std::string_view name;
  Expression::Node::Kind kind;
  size_t least, most;
};

}  // namespace whet
