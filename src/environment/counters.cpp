#include "environment/counters.h"

#include <fmt/format.h>

#include "environment/announced_calls.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr Package k_cupti_package{"cuda-cupti-13-0", "cuda-cupti-13-0", "cuda-cupti-13-0", "cuda", true};
constexpr int k_cap_sys_admin = 21;
constexpr int k_cap_perfmon = 38;
constexpr int k_insufficient_privileges = 35;          // CUPTI_ERROR_INSUFFICIENT_PRIVILEGES
constexpr int k_virtual_insufficient_privileges = 40;  // CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES

struct Failure {
  std::string step, text;
  int code = 0;
};

std::optional<Failure> failure_of(const ChildReport& report) {
  const Json* failure = report.values.find("failure");
  if (!failure) return std::nullopt;
  const Json* code = failure->find("code");
  return Failure{text_of(*failure, "step"), text_of(*failure, "text"),
                 static_cast<int>(code ? code->as_number().value_or(0) : 0)};
}

// What the driver's settings and our privileges suggest, without a trial.
std::string settings_say(const Machine& machine, const Host& host) {
  std::string said;
  const auto read = machine.files.read("/proc/driver/nvidia/params");
  const std::string params = read ? *read : "";
  for (const std::string_view line : split(params, '\n')) {
    if (line.starts_with("RmProfilingAdminOnly")) said = "the driver says " + std::string(trim(line));
  }
  const bool privileged = host.root || host.has_capability(k_cap_sys_admin) || host.has_capability(k_cap_perfmon);
  const char* rights = host.has_capability(k_cap_sys_admin) ? "CAP_SYS_ADMIN"
                       : host.has_capability(k_cap_perfmon) ? "CAP_PERFMON"
                       : privileged                         ? "root without CAP_SYS_ADMIN"
                                                            : "no privilege";
  return (said.empty() ? "" : said + ", ") + fmt::format("this process has {}", rights);
}

std::string permission_mend(const Host& host) {
  std::string mend;
  if (host.container) mend = "start the container with --cap-add=SYS_ADMIN; or on the host, ";
  mend +=
      "as root: echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' > /etc/modprobe.d/nvidia-profiling.conf, "
      "then reboot";
  if (!host.container && !host.root) mend += "; or run whet as root or with CAP_SYS_ADMIN";
  return mend;
}

bool is_denied(const Failure& failure) {
  return failure.code == k_insufficient_privileges || failure.code == k_virtual_insufficient_privileges;
}

// True for failures before the profiler was reached: there was nothing to try.
bool is_without_gpu(const Failure& failure) {
  return failure.step.starts_with("cu") && !failure.step.starts_with("cupti");
}

void explain_failure(Probe& probe, const Failure& failure, const Machine& machine, const Host& host) {
  probe.detail = fmt::format("{} failed with {}: {}", failure.step, failure.code, failure.text);
  if (is_denied(failure)) {
    probe.detail += "; " + settings_say(machine, host);
    probe.mend = permission_mend(host);
  } else if (failure.code == k_no_headers) {
    probe.status = ProbeStatus::unknown;
    probe.detail = failure.text + ", so it cannot try; " + settings_say(machine, host);
    probe.mend = "build whet where CUPTI's headers are";
  } else if (failure.step.starts_with("opening libcupti")) {
    probe.detail = "CUPTI is not here";
    probe.mend = "see cupti";
  } else if (failure.step.starts_with("opening") || is_without_gpu(failure)) {
    probe.detail = "no GPU to count on: " + (failure.step.starts_with("opening") ? "there is no driver" : probe.detail);
    probe.mend = "see gpu";
  } else {
    probe.status = ProbeStatus::unknown;
    probe.detail += "; " + settings_say(machine, host);
    probe.mend = "try `whet doctor --probe counters` alone";
    if (!host.has_capability(k_cap_sys_admin)) probe.mend += "; if it is a permission: " + permission_mend(host);
  }
}

void judge_reading(Probe& probe, const Json& reading) {
  const double value = reading.find("value") ? reading.find("value")->as_number().value_or(0) : 0;
  probe.status = value > 0 ? ProbeStatus::found : ProbeStatus::unknown;
  probe.detail = fmt::format("read {} = {:.0f} on {}", text_of(reading, "metric"), value, text_of(reading, "gpu"));
  if (value > 0) return;
  probe.detail += ": a counter that does not count";
  probe.mend = "close other profilers (ncu, nsys, DCGM) and try again";
}

}  // namespace

Probe cupti_probe(const ChildReport& report, const Host& host) {
  Probe probe = begin_probe("cupti");
  if (const Json* cupti = report.values.find("cupti")) {
    probe.status = ProbeStatus::found;
    probe.version = text_of(*cupti, "version");
    probe.path = text_of(*cupti, "path");
    return probe;
  }
  const auto failure = failure_of(report);
  probe.mend = install_command(host, k_cupti_package);
  if (failure) return probe;
  probe.status = ProbeStatus::unknown;
  probe.detail = report.trouble.empty() ? "the probe said nothing" : "the probe " + report.trouble;
  return probe;
}

Probe counters_probe(const ChildReport& report, const Machine& machine, const Host& host) {
  Probe probe = begin_probe("counters");
  if (const Json* reading = report.values.find("counters")) {
    judge_reading(probe, *reading);
    return probe;
  }
  if (const auto failure = failure_of(report)) {
    explain_failure(probe, *failure, machine, host);
    return probe;
  }
  probe.status = ProbeStatus::unknown;
  probe.detail = (report.trouble.empty() ? "the probe said nothing" : "the probe " + report.trouble) + "; " +
                 settings_say(machine, host);
  probe.mend = "try `whet doctor --probe counters` alone";
  return probe;
}

}  // namespace whet
