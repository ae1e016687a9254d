#include "vgpu/ops/touched.h"

#include <algorithm>
#include <bit>

#include "vgpu/machine/worker.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Space;

namespace {

Mask touching_lanes(const Warp& warp, const Op& op) {
  if (!op.guard.present()) return warp.mask;
  const Mask holds = warp.predicate(op.guard);
  return (op.guard_negated ? ~holds : holds) & warp.mask;
}

}  // namespace

void Touched::add(uint64_t sector) {
  if (count_ > 0 && sectors_[count_ - 1] == sector) return;
  sorted_ = sorted_ && (count_ == 0 || sectors_[count_ - 1] < sector);
  sectors_[count_++] = sector;
}

void Touched::sort() {
  if (sorted_) return;
  std::sort(sectors_.begin(), sectors_.begin() + count_);
  count_ = static_cast<size_t>(std::unique(sectors_.begin(), sectors_.begin() + count_) - sectors_.begin());
}

Touched touched_by(const Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  Touched touched;
  touched.lanes = touching_lanes(warp, op);
  if (touched.lanes == 0 || (form.space != Space::global && form.space != Space::generic)) return touched;
  alignas(64) uint64_t addresses[k_lanes];
  lane_addresses(warp, op.a, form.address32, op.offset, addresses);
  const Mask asked = op.a.is_lanes() ? touched.lanes : touched.lanes & -touched.lanes;  // one address for all
  const Space space = concrete_space(warp, form.space, addresses, asked);
  if (space != Space::global && space != Space::generic) return touched;
  touched.first = addresses[std::countr_zero(asked)];
  for (Mask rest = asked; rest; rest &= rest - 1) touched.add(addresses[std::countr_zero(rest)] / Watchers::k_sector);
  touched.sort();
  return touched;
}

BeforeWrite::BeforeWrite(const Warp& warp, const Touched& touched, bool all) : warp_(warp) {
  for (const uint64_t sector : touched.sectors()) {
    if (all || warp.worker->watchers.watched(sector)) kept_.push_back({sector, bytes_of(sector)});
  }
}

void BeforeWrite::wake_where_changed() const {
  Watchers& watchers = warp_.worker->watchers;
  const uint64_t time = warp_.clock() + warp_.worker->launch.options->pace.publish;
  for (const auto& [sector, bytes] : kept_) {
    if (bytes_of(sector) != bytes) watchers.wake(sector, time);
  }
}

bool BeforeWrite::changed() const {
  return std::any_of(kept_.begin(), kept_.end(),
                     [this](const auto& sector) { return bytes_of(sector.first) != sector.second; });
}

std::string BeforeWrite::bytes_of(uint64_t sector) const {
  const uint64_t address = sector * Watchers::k_sector;
  const Allocation* const found = warp_.worker->launch.memory->find(address);
  if (!found || found->freed || address < found->base || address - found->base >= found->bytes) return {};
  const uint64_t offset = address - found->base, size = std::min(Watchers::k_sector, found->bytes - offset);
  return {reinterpret_cast<const char*>(found->host + offset), size};
}

}  // namespace whet::vgpu
