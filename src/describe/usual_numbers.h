// Numbers that the names of parameters tell: the stride of a convolution is 2, not 32 as a size would be.
#pragma once

#include <string>
#include <vector>

namespace whet {

// Whole numbers for a size that is a window, its step, its border or a number of groups: the first is the usual one,
// the others show how arrays depend on it. Empty: the name tells nothing. `names` are those of all sizes: `K` is a
// window beside a stride or a padding.
std::vector<int64_t> usual_numbers(const std::string& name, const std::vector<std::string>& names);

// How many windows fit along an axis where the name of a size says that it counts them:
//   OW beside W, KW, stride and pad   ->   "floor((W + 2 * pad - KW) / stride) + 1"
// Empty: it does not.
std::string windows_along(const std::string& name, const std::vector<std::string>& names);

// A number for a floating-point parameter: "1e-5" for eps, "0.25" for the share that a dropout leaves out.
std::string usual_real(const std::string& name);

}  // namespace whet
