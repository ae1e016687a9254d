// The one expression language of whet: sizes, launch shapes, tuning constraints and rules.
//
//   ceil_div(cols, TILE)                  -> 256 with cols = 8192, TILE = 32
//   TILE % ROWS == 0 and TILE <= 64       -> 1 or 0
//   hot.lds_per_ffma > 0.5                -> absent when hot.lds_per_ffma is unknown
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet {

// The number behind a name, or nothing when it is absent.
using NumberLookup = std::function<std::optional<double>(std::string_view)>;

// Result of an evaluation. An absent value is not an error: a rule that needs one does not fire, and says so.
struct Evaluation {
  std::optional<double> value;      // always finite
  std::vector<std::string> absent;  // absent names it depends on, once each; empty when there is a value
  std::string undefined;            // "division by zero": why known numbers still give no value

  // True when there is a value and it is not zero.
  bool holds() const { return value && *value != 0; }
};

// A parsed expression: an immutable value, cheap to copy and safe to share between threads.
//
// Numbers are doubles and division is real. Operators, loosest first: or; and; not; == != < <= > >=; + -; * / %; unary
// -. Comparisons do not chain. Truth is 1 or 0. `%` takes the sign of its left side. Functions: ceil_div(a, b), min,
// max (one or more), abs, floor, ceil, round, log2, pow(a, b). One side of `and` and `or` can decide the result
// although the other is absent: `0 and absent` is 0, `absent or 1` is 1.
class Expression {
 public:
  // `place` ("rules/spill.toml:4") precedes the column in errors.
  static Result<Expression> parse(std::string_view text, const std::string& place = {});

  Evaluation evaluate(const NumberLookup& lookup) const;
  // Names used, once each, in order of first use.
  const std::vector<std::string>& identifiers() const { return identifiers_; }
  const std::string& text() const { return text_; }

  struct Node;
  // The tree (expression_node.h), for those that write it in another language.
  const Node& root() const { return *root_; }

 private:
  Expression() = default;

  std::string text_;
  std::vector<std::string> identifiers_;
  std::shared_ptr<const Node> root_;
};

}  // namespace whet
