#include "vgpu/simulation.h"

#include <utility>

#include "vgpu/program/sampling.h"

namespace whet::vgpu {

Result<Simulation> simulate(const SimulatedKernel& kernel, const LaunchConfig& config, GlobalMemory& memory,
                            RunOptions options, const CheckSet& checks, const TimeParameters* rates) {
  Simulation simulation;
  const Program& program = *kernel.program;
  if (kernel.code) options.machine_widths = machine_widths(program, *kernel.code, *kernel.lines);
  options.counted = options.counted && rates;
  if (rates) options.pace = pace_of(*rates);
  TRY(result, run(program, config, memory, options, checks));
  simulation.result = std::move(result);
  if (!options.counted || !simulation.result.finished) return simulation;
  simulation.grid = scaled_to_grid(simulation.result.counts);
  if (kernel.code) simulation.machine = machine_counts(program, simulation.grid, *kernel.code, *kernel.lines);
  const MachineCounts* const machine = simulation.machine ? &*simulation.machine : nullptr;
  simulation.metrics = metrics(program, simulation.grid, machine, kernel.code.get());
  const TimeInputs inputs{&program, &simulation.grid,   machine,          kernel.code.get(),
                          &config,  options.caches.sms, kernel.registers, kernel.shared_bytes};
  simulation.features = time_features(inputs, kernel.resident, rates->expansions);
  if (machine && kernel.code) simulation.waits = instruction_waits(inputs, *rates);
  simulation.time = estimate_time(simulation.features, *rates);
  return simulation;
}

}  // namespace whet::vgpu
