// What a kernel computes as read from its PTX alone. It is not run, so nothing is confirmed: it serves to hold back
// advice that does not fit, not to give any.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "describe/lift_kernels.h"

namespace whet {

struct ReadMeaning {
  std::vector<std::string> patterns;       // "stencil"
  std::vector<std::string> product_types;  // of a contraction: element types of what it multiplies, "bf16"
};

// Nothing where it does not lift, or not within seconds.
std::optional<ReadMeaning> read_meaning(const std::string& ptx, const LiftKernel& kernel);

}  // namespace whet
