#include "environment/sandbox_probe.h"

#include "environment/timeouts.h"
#include "environment/tools.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr Package k_bwrap_package{"bubblewrap", "bubblewrap", "bubblewrap", "bubblewrap"};

std::string cgroup_state(const Machine& machine) {
  if (!machine.files.info("/sys/fs/cgroup/cgroup.controllers")) return "no cgroup v2";
  return machine.kernel.may_write("/sys/fs/cgroup") ? "cgroup v2" : "cgroup v2 (not writable)";
}

}  // namespace

Probe sandbox_probe(const Machine& machine) {
  Probe probe = begin_probe("sandbox");
  const int landlock = machine.kernel.landlock_abi();
  const bool seccomp = machine.kernel.seccomp_filters();
  const bool namespaces = machine.kernel.user_namespaces();
  const std::vector<std::string> parts = {landlock ? "Landlock ABI " + std::to_string(landlock) : "no Landlock",
                                          seccomp ? "seccomp" : "no seccomp",
                                          namespaces ? "user namespaces" : "no user namespaces", cgroup_state(machine)};
  probe.detail = join(parts, ", ");
  if (landlock && seccomp) {
    probe.status = ProbeStatus::found;
    return probe;
  }
  if (landlock || seccomp) {
    probe.status = ProbeStatus::limited;
    probe.lost = landlock ? "candidates that bring host code may make any system call"
                          : "candidates that bring host code may read and write the user's files";
  }
  probe.mend = landlock ? "a kernel built with CONFIG_SECCOMP_FILTER, or a container that allows seccomp"
                        : "Linux 5.13 or newer, started with landlock among its lsm= modules";
  return probe;
}

Probe bwrap_probe(const Machine& machine, const Host& host) {
  Probe probe = begin_probe("bwrap");
  const auto path = machine.processes.find_program("bwrap");
  if (!path) {
    probe.mend = install_command(host, k_bwrap_package);
    return probe;
  }
  probe.path = *path;
  const auto finished =
      machine.processes.run({{*path, "--ro-bind", "/", "/", *path, "--version"}, {}, {}, k_tool_timeout});
  if (finished && finished->exit_code == 0) {
    probe.status = ProbeStatus::found;
    probe.version = version_after(finished->out, "bubblewrap");
    return probe;
  }
  probe.detail =
      "it cannot make a sandbox here: " + std::string(trim(finished ? finished->err : finished.error().what));
  probe.mend =
      "allow user namespaces: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu), or run outside the "
      "container";
  return probe;
}

}  // namespace whet
