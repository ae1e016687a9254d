// Scans in shared memory that read one buffer and store to the other, in turns:
//
//   for (d = 1; d < n; d *= 2) {
//     out = 1 - out, in = 1 - out;
//     s[out][t] = t >= d ? s[in][t] + s[in][t - d] : s[in][t];      s[out][t] = sum(j < t + 1: s[j] before the loop)
//     barrier;
//   }
#pragma once

#include "lift/block/tree.h"

namespace whet::lift {

// As `find_tree`.
std::optional<TreeLoop> find_buffered_scan(Arena& arena, const SharedLog& log, size_t first,
                                           const std::vector<Carried>& carried, Expr go_on);

}  // namespace whet::lift
