// What a named number is used for in device code.
//
//   __shared__ float tile[TILE][TILE];              shared array
//   for (int t = 0; t < k; t += TILE)               loop
//   const int row = blockIdx.y * TILE + threadIdx.y block
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "source/text/outline.h"

namespace whet {

enum class ConstantRole : uint8_t {
  array,              // extent of an array in registers or local memory
  shared,             // extent of an array in shared memory
  loop,               // bound or step of a loop
  unroll,             // #pragma unroll NAME
  launch_bounds,      // __launch_bounds__(NAME)
  block,              // how much a block covers: blockIdx.x * NAME
  template_argument,  // f<NAME>
  condition,          // if, #if, ?:
  arithmetic,         // anything else
};
std::string_view name_of(ConstantRole role);

struct ConstantUse {
  ConstantRole role = ConstantRole::arithmetic;
  int line = 0;
};

// In the order of the file, without definitions. If it defines another constant, the uses of that one count, too.
std::vector<ConstantUse> find_uses(const Outline& outline, std::string_view name);

}  // namespace whet
