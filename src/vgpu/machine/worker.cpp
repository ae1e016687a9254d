#include "vgpu/machine/worker.h"

#include <bit>

#include "vgpu/machine/block_state.h"

namespace whet::vgpu {

void FaultLog::add(Fault fault) {
  if (repeat(fault.kind, fault.instruction)) return;
  const std::lock_guard lock(mutex_);
  faults_.push_back(std::move(fault));
}

bool FaultLog::repeat(FaultKind kind, uint32_t instruction) {
  const std::lock_guard lock(mutex_);
  for (Fault& known : faults_) {
    if (known.kind != kind || known.instruction != instruction) continue;
    ++known.times;
    return true;
  }
  return false;
}

std::vector<Fault> FaultLog::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(faults_, {});
}

bool FaultLog::empty() const {
  const std::lock_guard lock(mutex_);
  return faults_.empty();
}

Worker::Worker(LaunchState& launch_in) : launch(launch_in), schedule(launch_in.options->order.pauses) {
  const size_t instructions = launch.program->origins.size();
  blocks.resize(launch.program->blocks.size());
  guarded.resize(instructions);
  accesses.resize(instructions);
  taken.resize(instructions);
  diverged.resize(instructions);
  memos.resize(instructions);
  work = GridWork(launch.config->grid.count());
}

void Worker::fault(const Warp& warp, const Op& op, FaultKind kind, int lane, uint64_t address, int bytes,
                   std::string detail) {
  Fault fault;
  fault.kind = kind;
  fault.instruction = op.index;
  fault.block = warp.block->id();
  fault.thread = warp.block->thread_of(warp, lane);
  fault.address = address;
  fault.bytes = bytes;
  fault.detail = std::move(detail);
  report(std::move(fault));
}

void Worker::report(Fault fault) {
  const bool stops = !launch.observer && !fault.went_on;
  launch.faults.add(std::move(fault));
  if (stops) launch.stopped = true;
}

}  // namespace whet::vgpu
