// Confines a candidate's host code: files, system calls, limits. Nothing needs privileges. If the kernel lacks a part,
// the rest is used, and the level says so.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/result.h"
#include "util/text/json.h"

namespace whet {

struct SandboxLevel {
  int landlock = 0;  // ABI; 0: files are not confined
  bool seccomp = false;
  bool limits = false;
  bool undumpable = false;  // closed to debuggers of the same user; no core files

  bool complete() const { return landlock > 0 && seccomp && limits; }
};
// "landlock 7 + seccomp + limits", or "none".
std::string describe(const SandboxLevel& level);
Json to_json(const SandboxLevel& level);
SandboxLevel sandbox_level_from(const Json& json);

// Tries, in the confined process, what it must not be able to do; parts that do not hold are removed from the level.
void keep_what_holds(SandboxLevel& level);
// What a missing part means: "candidates may read and write your files: this system lacks Landlock".
std::vector<std::string> warnings_of(const SandboxLevel& level, std::string_view whose);

struct SandboxLimits {
  uint64_t address_bytes = 0;          // 0: no limit, because CUDA reserves more than any machine has
  uint64_t file_bytes = 256ull << 20;  // the largest file
  uint64_t open_files = 1024;
  uint64_t threads = 8192;  // of the user, not only of this process
  uint64_t cpu_seconds = 24 * 3600;
};

// Only lowers limits, permanently. True if all were set.
bool apply_limits(const SandboxLimits& limits);

// The first half, before the process has a second thread and before it opens a device: files and limits. `directory` is
// the only writable place.
Result<void> confine_process(const std::string& directory, const SandboxLimits& limits, SandboxLevel& level);
// The second half, after the device was opened and before foreign code runs: system calls.
Result<void> close_system_calls(SandboxLevel& level);

// The environment of a confined process: allowed variables of ours, and HOME and TMPDIR in `directory`.
std::vector<std::pair<std::string, std::string>> confined_environment(const std::string& directory);

}  // namespace whet
