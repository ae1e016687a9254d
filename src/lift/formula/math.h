// A formula as a person writes it: a tree without strides, pointers or bytes, which a notation shows.
#pragma once

#include <string>
#include <vector>

namespace whet::lift {

struct Math {
  enum class Kind {
    name,      // text: of a size, an index or an array
    number,    // text
    sum,       // parts; a part of kind `minus` is subtracted
    minus,     // one part
    product,   // parts
    fraction,  // above, below
    quotient,  // integers, rounded towards zero
    remainder,
    call,      // text: the function
    element,   // text: the array; parts: its indices, the outermost first
    fold,      // text: "sum", "max"; parts: variable, count, body
    choice,    // condition, value if it holds, value if not
    relation,  // text: "<", "<=", "==", "!=", ">="
    all_of,    // conditions
    any_of,
  };
  Kind kind = Kind::name;
  std::string text = {};
  std::vector<Math> parts = {};
};

// y[i, j] = exp(x[i, j] - m[i]) for i < rows, j < n, with m[i] = max(k < n: x[i, k])
struct Formula {
  struct Range {
    std::string index;
    Math count;
  };
  struct Definition {
    Math left, right;
  };
  Math left, right;
  std::string sign = "=";  // "+=": it is combined with what is there
  std::vector<Range> ranges;
  std::vector<Math> conditions;  // what the ranges do not say
  std::vector<Definition> definitions;
};

}  // namespace whet::lift
