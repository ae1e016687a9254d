// What keeps a candidate's host code in its place: files, system calls, limits. All of it works without privileges;
// where the kernel lacks a part the rest is used, and the level says so.
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
  bool undumpable = false;  // closed to debuggers of the same user, and no core files

  bool complete() const { return landlock > 0 && seccomp && limits; }
};
// "landlock 7 + seccomp + limits", or "none".
std::string describe(const SandboxLevel& level);
Json to_json(const SandboxLevel& level);
SandboxLevel sandbox_level_from(const Json& json);

// Tries, in a process that is confined, what it must not be able to do; what it can is taken out of the level.
void keep_what_holds(SandboxLevel& level);
// What a missing part means: "candidates may read and write your files: this system lacks Landlock".
std::vector<std::string> warnings_of(const SandboxLevel& level, std::string_view whose);

struct SandboxLimits {
  uint64_t address_bytes = 0;          // 0: none, as CUDA reserves more than any machine has
  uint64_t file_bytes = 256ull << 20;  // the largest that may be written
  uint64_t open_files = 1024;
  uint64_t threads = 8192;  // of the user, not of the process alone
  uint64_t cpu_seconds = 24 * 3600;
};

// Lowers what is higher; for good. True when all took hold.
bool apply_limits(const SandboxLimits& limits);

// First half, before the process has a second thread and before it opens a device: files and limits. `directory` is
// the only place it may write to.
Result<void> confine_process(const std::string& directory, const SandboxLimits& limits, SandboxLevel& level);
// Second half, when the device is open and no foreign code has run: system calls.
Result<void> close_system_calls(SandboxLevel& level);

// The environment of a confined process: an allow list of ours, and HOME and TMPDIR in `directory`.
std::vector<std::pair<std::string, std::string>> confined_environment(const std::string& directory);

}  // namespace whet
