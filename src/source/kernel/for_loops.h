// The counting loops of device code, as written.
//
//   for (int i = 0; i < TILE; ++i)              step 1, TILE passes
//   for (int c = threadIdx.x; c < n; c += 32)   step 32, unknown number of passes
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "source/text/outline.h"

namespace whet {

struct ForLoop {
  size_t token = 0;                      // the keyword `for`
  size_t open = 0, close = 0;            // brackets of its header
  size_t first_end = 0, second_end = 0;  // the two ";" in its header
  size_t body_end = 0;                   // one past its body
  size_t pragma = 0;                     // the `#pragma unroll` before it; 0: none
  int line = 0;
  bool is_innermost = true;
  bool counts = false;            // its variable increases by a fixed step
  std::optional<int64_t> passes;  // if bounds and step are numbers
};

// The value of a name, if it is an integer.
using ConstantLookup = std::function<std::optional<int64_t>(std::string_view)>;

// In the order of the file. Loops with several variables or no condition are left out.
std::vector<ForLoop> find_for_loops(const Outline& outline, const ConstantLookup& value_of);

// Whether a token is in the body of a function that runs on the GPU.
bool is_device_code(const Outline& outline, size_t token);

}  // namespace whet
