// The target of `whet bench`: a kernel, or two that are compared.
#pragma once

#include <vector>

#include "cli/flags/bench_settings.h"

namespace whet {

// FILE.cu is a candidate for the problem next to it, else for that of the first kernel; the first one is described from
// its source if there is no problem. The tolerances of the settings
// go before those of the problems.
struct BenchTarget {
  std::vector<NamedProblem> kernels;
  std::vector<std::string> assumed;  // of a kernel without a problem
  std::vector<std::string> notes;    // on work that was derived
};
Result<BenchTarget> load_bench_target(const BenchFlags& flags, const BenchSettings& settings, Context& context);

}  // namespace whet
