// Sizes, shapes and launches as flags give them: "M=4096,N=1K", "ceil_div(N, 16),M".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "problem/file/formula.h"
#include "util/result.h"

namespace whet {

// Parts between commas, but for those inside brackets: "ceil_div(N, 16),M" has two.
std::vector<std::string> comma_parts(std::string_view text);

// `flag` ("--grid") names the place of errors; the formulas get `line`.
Result<std::vector<Formula>> parse_formulas(const std::string& text, const std::string& flag, int line);

// "M * (N + 1)": as many elements as an array of these extents has.
std::string product_text(const std::vector<Formula>& extents);

// Names and what stands behind them, in the user's order.
class GivenSizes {
 public:
  static Result<GivenSizes> parse(const std::string& text);
  const std::string* find(const std::string& name) const;  // nullptr: not given
  const std::vector<std::pair<std::string, std::string>>& all() const { return values_; }

 private:
  std::vector<std::pair<std::string, std::string>> values_;
};

}  // namespace whet
