// The flags of `whet bench`, as given and as parsed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/compile_options.h"
#include "judge/measure/measure_order.h"

namespace whet {

struct BenchFlags {
  std::string first, second, candidate;
  std::string kernel, against;  // names of kernels in the same file
  std::string device = "auto";
  CompileOptions compile;
  std::string case_name, dims, tunables, timing = "cuda_event", cache, absolute, relative, output, seed, baselines;
  int warm_ups = 3, trials = 0, time_limit = 0;
  bool json = false, markdown = false;
};

std::vector<Option> bench_option_table(BenchFlags* flags);

struct BenchSettings {
  MeasureOrder measure;  // L2 by default: both states for one kernel, cold for two
  std::optional<double> absolute_tolerance, relative_tolerance;
};

// An error names the flag and the values it accepts.
Result<BenchSettings> read_flags(const BenchFlags& flags);

}  // namespace whet
