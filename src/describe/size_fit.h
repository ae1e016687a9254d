// The formula behind numbers that were seen at several sizes.
//
//   n = 101, m = 67: 6868    n = 83, m = 131: 10956      ->  n * (m + 1)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace whet {

// A size, or another formula that arrays may depend on, with its value in each run.
struct FitAtom {
  std::string text;  // "n", "ceil_div(n, 256)"
  std::vector<int64_t> values;
};

struct FittedSize {
  std::vector<std::string> extents;   // outermost first: {"n", "m + 1"}
  bool is_exact = true;               // false: at least as large in each run, as for a stencil that leaves out the rim
  std::string stride = {}, row = {};  // of rows that lie apart: the first is at least the second
};

// The simplest formula of the atoms that gives `seen` in each run, or else the closest one that is never below.
// Nothing if there is none. At least three runs are needed to tell formulas apart.
std::optional<FittedSize> fit_size(const std::vector<FitAtom>& atoms, const std::vector<int64_t>& seen);

}  // namespace whet
