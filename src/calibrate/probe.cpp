#include "calibrate/probe.h"

#include <iterator>

#include "calibrate/probe_family.h"

namespace whet {

ProbeSet probes_for(const Architecture& architecture) {
  ProbeSet set;
  const auto add = [&](std::vector<CeilingProbe> probes) {
    std::move(probes.begin(), probes.end(), std::back_inserter(set.probes));
  };
  add(memory_probes());
  add(atomic_probes());
  add(latency_probes());
  add(barrier_probes(architecture));
  add(arithmetic_probes());
  add_tensor_probes(architecture, set);  // last: they reach the power limit, and the clock stays low for a while
  return set;
}

}  // namespace whet
