#include "vgpu/ops/memory_access.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/finding.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/cluster_window.h"

namespace whet::vgpu {

using ptx::Space;

void lane_addresses(const Warp& warp, Ref base, bool address32, int64_t offset, uint64_t* addresses) {
  const auto narrow = static_cast<uint32_t>(offset);
  if (!base.is_lanes()) {
    const uint64_t value = !base.present() ? static_cast<uint64_t>(offset)
                           : address32     ? warp.scalar_value<uint32_t>(base) + narrow
                                           : warp.scalar_value<uint64_t>(base) + static_cast<uint64_t>(offset);
    std::fill_n(addresses, k_lanes, value);
  } else if (address32) {
    const uint32_t* values = warp.lanes<uint32_t>(base);
    for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] = values[lane] + narrow;
  } else {
    const uint64_t* values = warp.lanes<uint64_t>(base);
    for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] = values[lane] + static_cast<uint64_t>(offset);
  }
}

namespace {

Space space_of(uint64_t address) {
  if (address - k_shared_window < k_rank_span) return Space::shared;
  if (address - k_shared_window < k_window_bytes) return Space::cluster;
  if (address - k_local_window < k_window_bytes) return Space::local;
  return Space::global;
}

uint64_t window_of(Space space) {
  const bool shared = space == Space::shared || space == Space::cluster;
  return shared ? k_shared_window : space == Space::local ? k_local_window : 0;
}

// The distances of the lanes from `base`, combined by OR: no distance is greater than that, and it has the low bits of
// all. A lane below the base is very far from it. This takes fewer vector instructions than a minimum and a maximum.
uint64_t bits_of(const uint64_t* addresses, Mask lanes, uint64_t base = 0) {
  uint64_t bits = 0;
  if (lanes == k_all_lanes) {
    for (int lane = 0; lane < k_lanes; ++lane) bits |= addresses[lane] - base;
    return bits;
  }
  for (; lanes; lanes &= lanes - 1) bits |= addresses[std::countr_zero(lanes)] - base;
  return bits;
}

uint64_t farthest(const uint64_t* addresses, Mask lanes, uint64_t base = 0) {
  uint64_t most = 0;
  for (; lanes; lanes &= lanes - 1) most = std::max(most, addresses[std::countr_zero(lanes)] - base);
  return most;
}

// Whether all accesses lie within `size` bytes from the base on.
bool all_within(const uint64_t* addresses, Mask lanes, uint64_t base, uint64_t size, int width) {
  const auto bytes = static_cast<uint64_t>(width);
  if (size < bytes) return false;
  return bits_of(addresses, lanes, base) <= size - bytes || farthest(addresses, lanes, base) <= size - bytes;
}

// What an out-of-bounds access of the lane accesses instead: poison, the same for each address; writes are dropped.
std::byte* stray_bytes(Warp& warp, int lane, uint64_t address) {
  std::byte* const bytes = warp.worker->strays[lane];
  warp.worker->launch.memory->poison().fill(bytes, k_stray_bytes, Poison::Kind::stray, address / k_stray_bytes);
  return bytes + address % k_stray_bytes;
}

bool goes_on(const Warp& warp, uint64_t address, int width) {
  const LaunchState& launch = warp.worker->launch;
  return launch.options->go_on && static_cast<uint64_t>(width) <= k_stray_bytes && launch.memory->is_mapped(address);
}

bool goes_on_in_shared(const Warp& warp, uint64_t offset, int width, uint64_t size) {
  constexpr uint64_t k_granule = 128;  // a GPU allocates shared memory in such granules
  return warp.worker->launch.options->go_on &&
         offset + static_cast<uint64_t>(width) <= (size + k_granule - 1) / k_granule * k_granule;
}

void global_fault(Warp& warp, const Op& op, int lane, uint64_t address, int width, bool went_on) {
  constexpr uint64_t k_null_page = 1 << 16;
  const Allocation* near = warp.worker->launch.memory->nearest(address);
  const bool freed = near && near->freed && near->holds(address, static_cast<uint64_t>(width));
  const FaultKind kind = freed ? FaultKind::use_after_free : FaultKind::out_of_bounds;
  if (warp.worker->launch.faults.repeat(kind, op.index)) return;
  Fault fault = finding(warp, op, kind, lane, Space::global, address, width);
  if (near && !freed) fault.detail = outside_text(fault.variable, fault.offset, width, near->bytes);
  if (!near) fault.detail = address < k_null_page ? "a null pointer" : "no allocation is near";
  fault.went_on = went_on;
  warp.worker->report(std::move(fault));
}

void window_fault(Warp& warp, const Op& op, Space space, int lane, uint64_t address, int width, uint64_t size,
                  bool went_on) {
  if (warp.worker->launch.faults.repeat(FaultKind::out_of_bounds, op.index)) return;
  Fault fault = finding(warp, op, FaultKind::out_of_bounds, lane, space, address, width);
  if (space == Space::local) {
    fault.detail = fmt::format("the thread's local memory has {} bytes", size);
  } else if (fault.variable.empty()) {
    fault.detail = fmt::format("the block's shared memory has {} bytes", size);
  } else {
    const VariablePlace* place = shared_variable_near(*warp.program, address);
    const uint64_t bytes = place->bytes ? place->bytes : size - place->offset;
    fault.detail = outside_text(fault.variable, fault.offset, width, bytes);
  }
  fault.went_on = went_on;
  warp.worker->report(std::move(fault));
}

Mask drop_misaligned(Warp& warp, const Op& op, Space space, const uint64_t* addresses, Mask lanes, int width) {
  Mask good = lanes;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (addresses[lane] % static_cast<uint64_t>(width) == 0) continue;
    good &= ~(1u << lane);
    if (warp.worker->launch.faults.repeat(FaultKind::misaligned, op.index)) continue;
    Fault fault = finding(warp, op, FaultKind::misaligned, lane, space, addresses[lane], width);
    fault.detail = fmt::format("{} bytes at an address that is no multiple of {}", width, width);
    warp.worker->report(std::move(fault));
  }
  return good;
}

Mask reach_global_one_by_one(Warp& warp, const Op& op, const uint64_t* addresses, Mask lanes, int width, bool write,
                             std::byte** hosts) {
  Mask good = lanes;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    Allocation* found = warp.worker->launch.memory->find(addresses[lane]);
    if (!found || found->freed || !found->holds(addresses[lane], static_cast<uint64_t>(width))) {
      const bool going_on = goes_on(warp, addresses[lane], width);
      global_fault(warp, op, lane, addresses[lane], width, going_on);
      if (going_on)
        hosts[lane] = stray_bytes(warp, lane, addresses[lane]);
      else
        good &= ~(1u << lane);
    } else if (write && found->read_only) {
      warp.worker->report(finding(warp, op, FaultKind::read_only, lane, Space::global, addresses[lane], width));
      good &= ~(1u << lane);
    } else {
      hosts[lane] = found->host + (addresses[lane] - found->base);
      warp.worker->op_cache(op.index).allocation = found;
    }
  }
  return good;
}

Mask reach_global(Warp& warp, const Op& op, const uint64_t* addresses, Mask lanes, int width, bool write,
                  std::byte** hosts) {
  const Allocation* known = warp.worker->op_cache(op.index).allocation;
  if (!known || known->freed || (write && known->read_only) ||
      !all_within(addresses, lanes, known->base, known->bytes, width)) {
    return reach_global_one_by_one(warp, op, addresses, lanes, width, write, hosts);
  }
  std::byte* base = known->host - known->base;
  for (int lane = 0; lane < k_lanes; ++lane) hosts[lane] = base + addresses[lane];
  return lanes;
}

// Shared and local memory: one range of offsets, for the block or per lane.
Mask reach_window(Warp& warp, const Op& op, Space space, const uint64_t* addresses, Mask lanes, int width,
                  std::byte** hosts) {
  const bool shared = space == Space::shared;
  const uint64_t size = shared ? warp.block->shared_bytes() : warp.worker->launch.local_bytes;
  std::byte* base = shared ? warp.block->shared() : warp.block->local(warp);
  const uint64_t lane_step = shared ? 0 : size;
  const uint64_t bytes = static_cast<uint64_t>(width);
  if (all_within(addresses, lanes, 0, size, width)) {
    std::byte* of_lane = base;
    for (int lane = 0; lane < k_lanes; ++lane, of_lane += lane_step) hosts[lane] = of_lane + addresses[lane];
    return lanes;
  }
  Mask good = lanes;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    hosts[lane] = base + addresses[lane] + static_cast<uint64_t>(lane) * lane_step;
    if (size >= bytes && addresses[lane] <= size - bytes) continue;
    const bool going_on = shared && goes_on_in_shared(warp, addresses[lane], width, size);
    window_fault(warp, op, space, lane, addresses[lane], width, size, going_on);
    if (going_on)
      hosts[lane] = stray_bytes(warp, lane, addresses[lane]);
    else
      good &= ~(1u << lane);
  }
  return good;
}

void cluster_fault(Warp& warp, const Op& op, FaultKind kind, int lane, uint64_t address, int width,
                   std::string detail) {
  if (warp.worker->launch.faults.repeat(kind, op.index)) return;
  Fault fault = finding(warp, op, kind, lane, Space::shared, offset_in_block(address), width);
  fault.detail = std::move(detail);
  warp.worker->report(std::move(fault));
}

// The shared memory of the blocks that the addresses name.
Mask reach_cluster(Warp& warp, const Op& op, const uint64_t* addresses, Mask lanes, int width, std::byte** hosts) {
  Cluster& cluster = warp.block->cluster();
  Mask good = 0;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const uint64_t rank = rank_in(addresses[lane], warp.block->rank()), offset = offset_in_block(addresses[lane]);
    if (rank >= cluster.size()) {
      cluster_fault(warp, op, FaultKind::out_of_bounds, lane, addresses[lane], width,
                    fmt::format("the cluster has {} blocks, and no rank {}", cluster.size(), rank));
    } else if (cluster.block(rank).exited()) {
      cluster_fault(
          warp, op, FaultKind::exited_block, lane, addresses[lane], width,
          fmt::format("the block of rank {} has left the kernel; let it wait at a barrier of the cluster", rank));
    } else if (offset + static_cast<uint64_t>(width) > cluster.block(rank).shared_bytes()) {
      window_fault(warp, op, Space::shared, lane, offset, width, cluster.block(rank).shared_bytes(), false);
    } else {
      hosts[lane] = cluster.block(rank).shared() + offset;
      good |= 1u << lane;
    }
  }
  return good;
}

Mask reach_mixed(Warp& warp, const Op& op, const uint64_t* addresses, Mask lanes, int width, bool write,
                 std::byte** hosts) {
  Mask good = 0;
  for (Mask rest = lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    uint64_t offsets[k_lanes] = {};
    std::byte* found[k_lanes] = {};  // reach() writes those of other lanes too
    const Space space = space_of(addresses[lane]);
    offsets[lane] = addresses[lane] - window_of(space);
    good |= reach(warp, op, space, offsets, 1u << lane, width, write, found);
    hosts[lane] = found[lane];
  }
  return good;
}

// The space of all generic addresses in `mask`, which become offsets in it; generic if they lie in several.
Space common_space(uint64_t* addresses, Mask mask) {
  const Space space = space_of(addresses[std::countr_zero(mask)]);
  for (Mask rest = mask; rest; rest &= rest - 1) {
    if (space_of(addresses[std::countr_zero(rest)]) != space) return Space::generic;
  }
  if (const uint64_t window = window_of(space)) {
    for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] -= window;
  }
  return space;
}

}  // namespace

void drop_own_rank(const Warp& warp, uint64_t* addresses) {
  const uint64_t bits = own_rank_bits(warp.block->rank());
  if (bits == 0) return;
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (addresses[lane] - bits < k_rank_span) addresses[lane] -= bits;
  }
}

Space concrete_space(const Warp& warp, Space given, uint64_t* addresses, Mask mask) {
  const Space space = given == Space::generic ? common_space(addresses, mask) : given;
  if (space != Space::shared && space != Space::cluster) return space;
  drop_own_rank(warp, addresses);
  const bool is_own = given == Space::generic && !names_rank(farthest(addresses, mask));
  return is_own ? Space::shared : space;
}

Mask reach(Warp& warp, const Op& op, Space space, const uint64_t* addresses, Mask lanes, int width, bool write,
           std::byte** hosts) {
  if (lanes == 0) return 0;
  if (bits_of(addresses, lanes) % static_cast<uint64_t>(width) != 0) {
    const Mask aligned = drop_misaligned(warp, op, space, addresses, lanes, width);
    return reach(warp, op, space, addresses, aligned, width, write, hosts);
  }
  if (space == Space::cluster) {
    const bool own = !names_rank(farthest(addresses, lanes));
    return own ? reach_window(warp, op, Space::shared, addresses, lanes, width, hosts)
               : reach_cluster(warp, op, addresses, lanes, width, hosts);
  }
  if (space == Space::generic) return reach_mixed(warp, op, addresses, lanes, width, write, hosts);
  if (space == Space::shared || space == Space::local) {
    return reach_window(warp, op, space, addresses, lanes, width, hosts);
  }
  return reach_global(warp, op, addresses, lanes, width, write, hosts);
}

}  // namespace whet::vgpu
