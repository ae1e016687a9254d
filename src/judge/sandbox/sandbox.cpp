#include "judge/sandbox/sandbox.h"

#include <fcntl.h>
#include <glob.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "judge/sandbox/landlock.h"
#include "judge/sandbox/system_call_filter.h"
#include "util/self.h"
#include "util/system/descriptor.h"
#include "util/system/files.h"
#include "util/text.h"

namespace whet {

namespace {

// AddressSanitizer reserves terabytes.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool k_limit_addresses = false;
#else
constexpr bool k_limit_addresses = true;
#endif

std::vector<std::string> paths_like(const char* pattern) {
  glob_t found{};
  std::vector<std::string> paths;
  if (::glob(pattern, 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  return paths;
}

// What the loader, the C library and the CUDA driver read. /proc is limited to the machine and to the process itself: a
// privileged process could otherwise read the judge's environment there.
FileRules runner_files(const std::string& directory) {
  FileRules rules;
  rules.readable = {"/usr", "/lib", "/lib64", "/opt/cuda", "/etc/ld.so.cache", "/etc/localtime", "/etc/nvidia", "/sys"};
  for (const char* name : {"cpuinfo", "meminfo", "stat", "version", "modules", "devices", "filesystems", "driver",
                           "sys", "loadavg", "uptime", "iomem"}) {
    rules.readable.push_back(std::string("/proc/") + name);
  }
  const std::string self = own_path();
  rules.readable.push_back(self);
  if (const std::string runtime = own_library("libcudart.so.13"); !runtime.empty()) rules.readable.push_back(runtime);
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "WHET_KNOWLEDGE"}) {
    const char* value = std::getenv(name);
    for (const std::string_view path : split(value ? value : "", ':')) {
      if (!path.empty()) rules.readable.emplace_back(path);
    }
  }
  rules.writable = {directory, "/proc/self"};
  rules.may_remove = false;
  rules.devices = paths_like("/dev/nvidia*");
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    rules.devices.emplace_back(device);
  }
  return rules;
}

// A limit that is already lower is not raised.
bool lower_limit(int resource, uint64_t to) {
  rlimit now{};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return false;
  const rlim_t limit = std::min<rlim_t>(now.rlim_max, to);
  const rlimit wanted{limit, limit};
  return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &wanted) == 0;
}

}  // namespace

bool apply_limits(const SandboxLimits& limits) {
  bool all = lower_limit(RLIMIT_CORE, 0);
  all &= lower_limit(RLIMIT_FSIZE, limits.file_bytes);
  all &= lower_limit(RLIMIT_NOFILE, limits.open_files);
  all &= lower_limit(RLIMIT_NPROC, limits.threads);
  all &= lower_limit(RLIMIT_CPU, limits.cpu_seconds);
  if (limits.address_bytes && k_limit_addresses) all &= lower_limit(RLIMIT_AS, limits.address_bytes);
  return all;
}

namespace {

// No rule opens the root directory.
bool files_are_closed() {
  const Descriptor root(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return !root.is_open() && errno == EACCES;
}

// Only the filter gives this error.
bool calls_are_closed() {
  const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return !socket.is_open() && errno == EACCES;
}

}  // namespace

void keep_what_holds(SandboxLevel& level) {
  if (!files_are_closed()) level.landlock = 0;
  if (!calls_are_closed()) level.seccomp = false;
  rlimit core{};
  if (::getrlimit(RLIMIT_CORE, &core) != 0 || core.rlim_max != 0) level.limits = false;
}

std::vector<std::string> warnings_of(const SandboxLevel& level, std::string_view whose) {
  std::vector<std::string> warnings;
  const auto warn = [&](std::string_view what, std::string_view lacks) {
    warnings.push_back(std::string(whose) + " " + std::string(what) + ": " + std::string(lacks));
  };
  if (!level.landlock) warn("may read and write your files", "this system lacks Landlock");
  if (!level.seccomp) warn("may reach the network and other processes", "this system takes no filter of system calls");
  if (!level.limits) warn("may use up memory and disk", "limits cannot be set here");
  return warnings;
}

std::string describe(const SandboxLevel& level) {
  std::vector<std::string> parts;
  if (level.landlock) parts.push_back("landlock " + std::to_string(level.landlock));
  if (level.seccomp) parts.emplace_back("seccomp");
  if (level.limits) parts.emplace_back("limits");
  return parts.empty() ? "none" : join(parts, " + ");
}

Json to_json(const SandboxLevel& level) {
  Json json = Json::object();
  json["landlock"] = level.landlock;
  json["seccomp"] = level.seccomp;
  json["limits"] = level.limits;
  json["undumpable"] = level.undumpable;
  return json;
}

SandboxLevel sandbox_level_from(const Json& json) {
  const auto flag = [&](const char* name) {
    const Json* found = json.find(name);
    return found && found->as_bool() && *found->as_bool();
  };
  const Json* landlock = json.find("landlock");
  return {landlock ? static_cast<int>(landlock->as_number().value_or(0)) : 0, flag("seccomp"), flag("limits"),
          flag("undumpable")};
}

Result<void> confine_process(const std::string& directory, const SandboxLimits& limits, SandboxLevel& level) {
  level.undumpable = ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
  level.limits = apply_limits(limits);
  TRY(abi, confine_files(runner_files(directory)));
  level.landlock = abi;
  return {};
}

Result<void> close_system_calls(SandboxLevel& level) {
  TRY(took_hold, filter_system_calls(Programs::none));
  level.seccomp = took_hold;
  keep_what_holds(level);
  return {};
}

std::vector<std::pair<std::string, std::string>> confined_environment(const std::string& directory) {
  std::vector<std::pair<std::string, std::string>> environment;
  environment.emplace_back("PATH", "/usr/bin:/bin");  // the same on every machine
  environment.emplace_back("LANG", "C");
  for (const char* name : {"LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "CUDA_HOME", "CUDA_PATH",
                           "WHET_KNOWLEDGE", "ASAN_OPTIONS", "UBSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) environment.emplace_back(name, value);
  }
  environment.emplace_back("HOME", directory);
  environment.emplace_back("TMPDIR", directory);
  environment.emplace_back("CUDA_CACHE_DISABLE", "1");
  return environment;
}

}  // namespace whet
