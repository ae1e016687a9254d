// Examines a machine: all probes run in parallel, one thread each.
#pragma once

#include <vector>

#include "environment/driver.h"
#include "environment/host.h"
#include "environment/machine.h"
#include "environment/probe.h"
#include "util/clock.h"

namespace whet {

struct MachineReport {
  Host host;
  std::vector<GpuInfo> gpus;
  std::vector<Probe> probes;  // in the order of probe_names()
  double seconds = 0;         // duration of the examination

  const Probe* find(std::string_view name) const;
};

// Uses the interfaces of `machine` from several threads at once.
MachineReport examine(const Machine& machine, const Clock& clock);

}  // namespace whet
