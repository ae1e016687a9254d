// How blocks and clusters run in timed launches.
#include <algorithm>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

bool can_run(const Warp& warp) {
  return warp.live() != 0 && !warp.spin.asleep && warp.runnable();
}

// The warp with the lowest clock, and the clock of the next one.
struct Hindmost {
  Warp* warp = nullptr;
  uint64_t next = ~0ull;
};

Hindmost hindmost(std::vector<Warp>& warps) {
  Hindmost found;
  uint64_t least = ~0ull;
  for (Warp& warp : warps) {
    if (!can_run(warp)) continue;
    const uint64_t clock = warp.due();
    if (found.warp && clock >= least) {
      found.next = std::min(found.next, clock);
      continue;
    }
    found = {&warp, least};
    least = clock;
  }
  return found;
}

}  // namespace

bool BlockState::run_in_time() {
  constexpr uint64_t k_round_cycles = 512;  // accesses within this time count as simultaneous
  Watchers& watchers = worker_->watchers;
  const uint64_t sent = worker_->sectors_sent;
  bool ran = false;
  while (!launch_->stopped.load(std::memory_order_relaxed)) {
    const Hindmost now = hindmost(warps);
    if (!now.warp || now.warp->due() > watchers.horizon) break;
    watchers.warp_horizon = std::min(watchers.horizon, now.next);
    worker_->access_time.block = place_on_sm_;
    worker_->access_time.warp = now.warp->index;
    worker_->access_time.round = static_cast<uint32_t>(now.warp->clock() / k_round_cycles);
    now.warp->run();
    ran = true;
  }
  sectors_ += worker_->sectors_sent - sent;
  if (std::all_of(warps.begin(), warps.end(), [](const Warp& warp) { return warp.live() == 0; })) finish();
  return ran;
}

std::optional<uint64_t> BlockState::next_clock() const {
  std::optional<uint64_t> least;
  for (const Warp& warp : warps) {
    if (can_run(warp)) least = std::min(least.value_or(~0ull), warp.due());
  }
  return least;
}

uint64_t BlockState::last_clock() const {
  uint64_t last = 0;
  for (const Warp& warp : warps) last = std::max(last, warp.clock());
  return last;
}

bool Cluster::run_in_time(std::span<SectoredCache* const> l1) {
  bool any_ran = true;
  while (any_ran && !launch_->stopped.load(std::memory_order_relaxed)) {
    any_ran = false;
    for (uint32_t rank = 0; rank < size(); ++rank) {
      if (blocks_[rank]->exited()) continue;
      if (!l1.empty()) worker_->l1 = l1[rank];
      any_ran |= blocks_[rank]->run_in_time();
    }
  }
  return std::all_of(blocks_.begin(), blocks_.end(), [](const auto& block) { return block->exited(); });
}

void Cluster::start_clocks(uint64_t time) {
  for (const auto& block : blocks_) {
    for (Warp& warp : block->warps) warp.start_clock(time);
  }
}

std::optional<uint64_t> Cluster::next_clock() const {
  std::optional<uint64_t> least;
  for (const auto& block : blocks_) {
    if (block->exited()) continue;
    if (const auto clock = block->next_clock()) least = std::min(least.value_or(~0ull), *clock);
  }
  return least;
}

uint64_t Cluster::last_clock() const {
  uint64_t last = 0;
  for (const auto& block : blocks_) last = std::max(last, block->last_clock());
  return last;
}

bool Cluster::any_asleep() const {
  return std::any_of(blocks_.begin(), blocks_.end(), [](const auto& block) {
    return std::any_of(block->warps.begin(), block->warps.end(), [](const Warp& warp) { return warp.spin.asleep; });
  });
}

}  // namespace whet::vgpu
