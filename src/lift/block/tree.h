// Loops that combine shared memory in steps that halve or double: trees and scans.
//
//   for (s = n/2; s > 0; s /= 2) { if (t < s) sh[t] += sh[t + s]; barrier; }     sh[0] = sum(j < n: sh[j])
//   for (s = 1; s < n; s *= 2) { if (t % (2*s) == 0) sh[t] += sh[t + s]; barrier; }    the same
//   for (s = 1; s < n; s *= 2) { v = t >= s ? sh[t - s] : 0; barrier; sh[t] += v; barrier; }    sh[t] = sum(j < t + 1:
//   sh[j])
#pragma once

#include <optional>
#include <set>
#include <string>

#include "lift/block/shared_log.h"
#include "lift/expression/substitute.h"
#include "lift/loop/carried.h"

namespace whet::lift {

struct TreeLoop {
  SharedLog entries;  // what the whole loop does to shared memory
  Expr step;          // the symbol of the distance
  Expr step_after;
  std::vector<Expr> lost = {};  // symbols of other values that it carries, of which nothing is known afterwards
  Replacements after = {};      // what others are then
  int64_t threads = 0;          // of the block, where the first distance tells; 0: it does not
  int64_t most_threads = 0;     // of the block, where trees lie side by side; 0: nothing tells
};

// `log` from `first` on is one pass, in terms of the symbols of `carried`; `go_on` the condition for another pass.
std::optional<TreeLoop> find_tree(Arena& arena, const SharedLog& log, size_t first, const std::vector<Carried>& carried,
                                  Expr go_on, std::set<std::string>& assumptions);

}  // namespace whet::lift
