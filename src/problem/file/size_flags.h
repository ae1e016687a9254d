// Sizes, shapes and launches as given in flags: "M=4096,N=1K", "ceil_div(N, 16),M".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "problem/file/formula.h"
#include "util/result.h"

namespace whet {

// Splits at commas outside brackets: "ceil_div(N, 16),M" has two parts.
std::vector<std::string> comma_parts(std::string_view text);

// Errors name `flag` ("--grid") as their place; the formulas get `line`.
Result<std::vector<Formula>> parse_formulas(const std::string& text, const std::string& flag, int line);

// "M * (N + 1)": the number of elements of an array with these extents.
std::string product_text(const std::vector<Formula>& extents);

// Names with their values, in the user's order.
class GivenSizes {
 public:
  static Result<GivenSizes> parse(const std::string& text);
  const std::string* find(const std::string& name) const;  // nullptr: not given
  const std::vector<std::pair<std::string, std::string>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace whet
