// Examines a machine: every probe at once, each in its own thread.
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
  double seconds = 0;         // the examination took

  const Probe* find(std::string_view name) const;
};

// The interfaces of `machine` are used from several threads at once.
MachineReport examine(const Machine& machine, const Clock& clock);

}  // namespace whet
