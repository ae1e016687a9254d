#include "environment/doctor.h"

#include <algorithm>
#include <functional>
#include <future>

#include "environment/cache_probe.h"
#include "environment/counters.h"
#include "environment/curl_probe.h"
#include "environment/nvrtc_probe.h"
#include "environment/python_probe.h"
#include "environment/sandbox_probe.h"
#include "environment/timeouts.h"
#include "environment/tools.h"

namespace whet {

namespace {

struct Findings {
  std::vector<Probe> probes;
  std::vector<GpuInfo> gpus;
};

using Task = std::function<Findings()>;

Findings examine_gpus(const Machine& machine, const Host& host) {
  const ChildReport report = start_child_probe(ChildProbe::driver, machine, k_driver_timeout);
  return {{gpu_probe(report, machine, host)}, gpus_of(report.values)};
}

Findings examine_counters(const Machine& machine, const Host& host) {
  const ChildReport report = start_child_probe(ChildProbe::counters, machine, k_driver_timeout);
  return {{cupti_probe(report, host), counters_probe(report, machine, host)}, {}};
}

std::vector<Task> tasks_for(const Machine& machine, const Host& host) {
  std::vector<Task> tasks = {
      [&] { return examine_gpus(machine, host); },
      [&] { return examine_counters(machine, host); },
      [&] { return Findings{python_probes(machine, host), {}}; },
      [&] { return Findings{{nvrtc_probe(machine, host)}, {}}; },
      [&] { return Findings{{curl_probe(machine, host)}, {}}; },
      [&] { return Findings{{bwrap_probe(machine, host)}, {}}; },
      [&] { return Findings{{sandbox_probe(machine), cache_probe(machine)}, {}}; },
  };
  for (const Tool& tool : tools()) tasks.push_back([&] { return Findings{{tool_probe(tool, machine, host)}, {}}; });
  return tasks;
}

void put_in_order(std::vector<Probe>& probes) {
  const std::vector<std::string> names = probe_names();
  const auto place = [&](const Probe& probe) { return std::find(names.begin(), names.end(), probe.name); };
  std::sort(probes.begin(), probes.end(), [&](const Probe& a, const Probe& b) { return place(a) < place(b); });
}

// NVRTC and nvcc can replace each other; without both the loss is a different one.
void note_missing_compilers(std::vector<Probe>& probes) {
  const auto gone = [&](std::string_view name) {
    return std::any_of(probes.begin(), probes.end(),
                       [&](const Probe& probe) { return probe.name == name && probe.status == ProbeStatus::missing; });
  };
  if (!gone("nvrtc") || !gone("nvcc")) return;
  for (Probe& probe : probes) {
    if (probe.name == "nvrtc" || probe.name == "nvcc") probe.lost = "no CUDA source is compiled; cubins are still read";
  }
}

}  // namespace

const Probe* MachineReport::find(std::string_view name) const {
  const auto found = std::find_if(probes.begin(), probes.end(), [&](const Probe& probe) { return probe.name == name; });
  return found == probes.end() ? nullptr : &*found;
}

MachineReport examine(const Machine& machine, const Clock& clock) {
  const int64_t begin = clock.monotonic_ns();
  MachineReport report;
  report.host = read_host(machine);
  std::vector<std::future<Findings>> running;
  for (const Task& task : tasks_for(machine, report.host)) running.push_back(std::async(std::launch::async, task));
  for (std::future<Findings>& future : running) {
    Findings findings = future.get();
    for (Probe& probe : findings.probes) report.probes.push_back(std::move(probe));
    for (GpuInfo& gpu : findings.gpus) report.gpus.push_back(std::move(gpu));
  }
  put_in_order(report.probes);
  note_missing_compilers(report.probes);
  report.seconds = static_cast<double>(clock.monotonic_ns() - begin) * 1e-9;
  return report;
}

}  // namespace whet
