// Makes a failing kernel small: tries what can be left out or made simpler, many at once, as long as it still fails.
#pragma once

#include <functional>

#include "random_kernels/trial.h"

namespace whet::random_kernels {

// All kernels one step smaller than this one, the biggest steps first.
std::vector<Kernel> smaller(const Kernel& kernel);

// `rounds` at most. The kernel returned fails too.
Kernel shrink(Trial& trial, const Style& style, Kernel kernel, int rounds);

// As a .cu with seed, launch and what differs in front.
std::string as_file(const Kernel& kernel, const Style& style, const std::string& difference,
                    const std::string& preludes);

}  // namespace whet::random_kernels
