// Expressions of host code as problem.toml writes them: whole numbers, with C's division made plain.
//
//   (n + 255) / 256          ->  ceil_div(n, 256)
//   (n + BLOCK - 1) / BLOCK  ->  ceil_div(n, 128)      where #define BLOCK 128
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

// A sum of products; what is not understood has no expression at all.
class LaunchExpression {
 public:
  static LaunchExpression number(int64_t value);
  static LaunchExpression name(std::string name);

  std::optional<int64_t> value() const;  // when it has no names
  std::string text() const;
  const std::vector<std::string>& names() const { return names_; }

  static LaunchExpression sum(const LaunchExpression& a, const LaunchExpression& b, int sign);
  static LaunchExpression product(const LaunchExpression& a, const LaunchExpression& b);
  static std::optional<LaunchExpression> quotient(const LaunchExpression& a, const LaunchExpression& b);
  static LaunchExpression remainder(const LaunchExpression& a, const LaunchExpression& b);
  static std::optional<LaunchExpression> ceiling(const LaunchExpression& a, const LaunchExpression& b);
  static LaunchExpression call(const std::string& function, const std::vector<LaunchExpression>& arguments);

 private:
  struct Term {
    int64_t factor = 1;
    std::string text;  // empty: the constant
  };
  void add(Term term);

  std::vector<Term> terms_;
  std::vector<std::string> names_;
};

// What a name, or `block.x`, stands for; nothing: it stays a name, and the extent of a dim3 is not understood.
using LaunchNames = std::function<std::optional<LaunchExpression>(std::string_view name)>;

// Of the tokens [first, last); nothing when they hold anything but numbers, names, + - * / % << >>, brackets, casts,
// min, max and the usual roundings up.
std::optional<LaunchExpression> read_launch_expression(const Code& code, size_t first, size_t last,
                                                       const LaunchNames& names);

}  // namespace whet
