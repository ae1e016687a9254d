// The kernels of PTX that was compiled for lifting, with what their source says of each.
#pragma once

#include <string>
#include <vector>

#include "lift/explain/explanation.h"

namespace whet {

struct LiftKernel {
  std::string name;                   // mangled
  std::string signature;              // "softmax(const float* x, float* y, int rows, int cols)"
  std::vector<Parameter> parameters;  // from the source; empty: only PTX is known
  lift::KnownLaunch launch;           // from a problem, or from the source's own launch
};

// `source` is empty where only PTX is known.
Result<std::vector<LiftKernel>> lift_kernels(const std::string& ptx, const std::string& source,
                                             const std::string& path);

// Those with this name, mangled or plain; all if it is empty. At least one.
Result<std::vector<LiftKernel>> choose_lift_kernels(std::vector<LiftKernel> kernels, const std::string& wanted,
                                                    const std::string& path);

// "softmax" of "ns::softmax"
std::string without_scope(const std::string& name);

}  // namespace whet
