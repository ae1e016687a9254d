// The target of `whet bench`: a kernel, or two that are compared.
#pragma once

#include <vector>

#include "cli/flags/bench_settings.h"

namespace whet {

// FILE.cu is a candidate for the problem next to it, else for that of the first kernel. The tolerances of the settings
// go before those of the problems.
Result<std::vector<NamedProblem>> load_bench_target(const BenchFlags& flags, const BenchSettings& settings,
                                                    const FileSystem& files);

}  // namespace whet
