// The flags of `whet run`, as given and as parsed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/flags/compile_options.h"
#include "vgpu/check/check.h"

namespace whet {

struct RunFlags {
  std::string problem;
  std::string device = "auto";
  CompileOptions compile;
  std::string case_name, dims, tunables, checks;
  std::string budget = "64M";  // instructions per warp: an endless kernel is reported after seconds
  int seed = 1, sample = 0, threads = 0;
  bool counters = false, lines = false, all_blocks = false;
  bool json = false, markdown = false;
};

// The option table entries that fill `flags`.
std::vector<Option> run_option_table(RunFlags* flags);

struct RunSettings {
  std::map<std::string, int64_t> dims, tunables;
  vgpu::CheckSet checks;
  std::string check_names;  // "memory, race"
  uint64_t budget = 0;      // instructions a warp may execute
};

// "64M" -> 67108864.
Result<uint64_t> parse_count(const std::string& text, const std::string& flag);

// An error names the flag and the values it accepts.
Result<RunSettings> read_flags(const RunFlags& flags);

}  // namespace whet
