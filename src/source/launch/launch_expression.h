// Expressions of host code in the syntax of problem.toml: integers, with C's integer division made explicit.
//
//   (n + 255) / 256          ->  ceil_div(n, 256)
//   (n + BLOCK - 1) / BLOCK  ->  ceil_div(n, 128)      with #define BLOCK 128
//   rows * 2 / 3             ->  floor(rows * 2 / 3)
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/text/code.h"

namespace whet {

// A sum of products.
class LaunchExpression {
 public:
  static LaunchExpression number(int64_t value);
  static LaunchExpression name(std::string name);

  std::optional<int64_t> value() const;  // if it contains no names
  std::string text() const;
  const std::vector<std::string>& names() const { return names_; }

  // Divided by a number, if every term can be: 4 * n + 4 by 4 is n + 1.
  std::optional<LaunchExpression> divided(int64_t by) const;

  static LaunchExpression sum(const LaunchExpression& a, const LaunchExpression& b, int sign);
  static LaunchExpression product(const LaunchExpression& a, const LaunchExpression& b);
  static std::optional<LaunchExpression> quotient(const LaunchExpression& a, const LaunchExpression& b);
  static LaunchExpression remainder(const LaunchExpression& a, const LaunchExpression& b);
  static std::optional<LaunchExpression> ceiling(const LaunchExpression& a, const LaunchExpression& b);
  static LaunchExpression call(const std::string& function, const std::vector<LaunchExpression>& arguments);

 private:
  struct Term {
    int64_t factor = 1;
    std::string text;  // empty: the constant term
  };
  void add(Term term);

  std::vector<Term> terms_;
  std::vector<std::string> names_;
};

// What a name, or `block.x`, stands for. If nothing, a name stays a name, and the extent of a dim3 is not understood.
using LaunchNames = std::function<std::optional<LaunchExpression>(std::string_view name)>;
// What a call of another function gives: of the token with its name, and of the bracket that opens its arguments.
using LaunchCalls = std::function<std::optional<LaunchExpression>(size_t name, size_t open)>;

// Reads the tokens [first, last). Nothing if they contain anything but numbers, names, + - * / % << >>, brackets,
// casts, min, max, common functions that round up, and what `calls` understands.
std::optional<LaunchExpression> read_launch_expression(const Code& code, size_t first, size_t last,
                                                       const LaunchNames& names, const LaunchCalls& calls = {});

}  // namespace whet
