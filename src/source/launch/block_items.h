// How many blocks there are along an axis whose blocks are items that no check bounds, as the indices of arrays show.
//
//   int c = blockIdx.x;              x[(n * C + c) * S + s]      C: what lies before it in memory is a multiple of C
//   int n = blockIdx.x / G, g = blockIdx.x % G;                  G times as many as n has, here a size that nobody uses
#pragma once

#include <optional>
#include <string>

#include "source/launch/launch_expression.h"
#include "source/text/outline.h"

namespace whet {

// `unused` is the size that the kernel takes and never uses; empty: there is none.
std::optional<LaunchExpression> find_block_items(const Code& code, const Declaration& kernel, int axis,
                                                 const LaunchNames& names, const std::string& unused);

}  // namespace whet
