// Counts what accesses touch, and sends them through the caches.
#include <algorithm>
#include <bit>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/worker.h"
#include "vgpu/memory/cluster_window.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Space;

namespace {

void send_through_caches(Warp& warp, const Op& op, const GlobalShape& shape, Mask mask, bool write, CachePath path,
                         AccessCount& count) {
  Worker& worker = *warp.worker;
  const bool atomic = path == CachePath::atomic;
  const uint32_t each = static_cast<uint32_t>(std::popcount(mask)) / std::max(1u, shape.line_count);
  const auto fullest = static_cast<uint8_t>(atomic ? std::min(shape.same_address, each + 1) : 0);
  const bool slow = atomic && warp.program->memory_forms[op.extra].lanes_apart;
  for (uint32_t i = 0; i < shape.line_count; ++i) {
    const uint64_t line = static_cast<uint64_t>(shape.lines[i].line + shape.base_line);
    uint8_t sectors = shape.lines[i].sectors;
    if (!write && (path == CachePath::normal || path == CachePath::matrix)) {
      const auto outcome = worker.l1->access(line, sectors, false, worker.access_time.stamp());
      const auto hits = static_cast<uint64_t>(std::popcount(outcome.hits));
      count.l1_hits += hits;
      if (hits && worker.access_time.together_with(outcome.stamp)) {
        count.late += hits;
        worker.l1->stamp(line, worker.access_time.stamp());  // the warp waits once, and has the line from then on
      }
      sectors &= static_cast<uint8_t>(~outcome.hits);
    }
    if (write && path == CachePath::normal) sectors = worker.stores.add(warp, line, sectors);
    if (sectors == 0) continue;
    worker.sectors_sent += static_cast<uint64_t>(std::popcount(sectors));
    worker.l2_requests.push_back({line, op.index, sectors, write || atomic, fullest, slow});
  }
}

void count_global(Warp& warp, const Op& op, const uint64_t* addresses, Mask mask, int width, bool write, CachePath path,
                  AccessCount& count) {
  const GlobalShape& shape = warp.worker->op_cache(op.index).shape.global(addresses, mask, width);
  count.sectors += shape.sectors;
  count.ideal_sectors += shape.ideal_sectors;
  count.lines += shape.line_count;
  if (path == CachePath::atomic) count.serial += shape.same_address;
  if (!warp.worker->l1) return;
  send_through_caches(warp, op, shape, mask, write, path, count);
  if (!write && warp.worker->launch.short_turns) warp.loaded();
}

// Local memory is interleaved: word i of all lanes is contiguous.
void count_local(Warp& warp, const Op& op, const uint64_t* addresses, Mask mask, int width, bool write,
                 AccessCount& count) {
  uint64_t spread[k_lanes];
  const uint64_t unit = static_cast<uint64_t>(std::max(width, 4));
  const uint64_t base = k_local_window + (warp.block->index() * warp.block->warps.size() + warp.index) *
                                             uint64_t{warp.worker->launch.local_bytes} * k_lanes;
  for (int lane = 0; lane < k_lanes; ++lane) {
    spread[lane] =
        base + addresses[lane] / unit * unit * k_lanes + static_cast<uint64_t>(lane) * unit + addresses[lane] % unit;
  }
  count_global(warp, op, spread, mask, width, write, CachePath::normal, count);
}

void count_shared(Warp& warp, const Op& op, const uint64_t* addresses, Mask mask, int width, bool write, CachePath path,
                  AccessCount& count) {
  alignas(64) uint32_t offsets[k_lanes];
  for (int lane = 0; lane < k_lanes; ++lane) offsets[lane] = static_cast<uint32_t>(offset_in_block(addresses[lane]));
  const BankUse use = path == CachePath::matrix ? BankUse::matrix : write ? BankUse::store : BankUse::load;
  const SharedShape& shape = warp.worker->op_cache(op.index).shape.shared(offsets, mask, width, use);
  count.wavefronts += shape.wavefronts;
  count.ideal_wavefronts += shape.ideal_wavefronts;
  if (path == CachePath::atomic) count.serial += shape.same_address;
}

}  // namespace

void count_access(Warp& warp, const Op& op, Space space, const uint64_t* addresses, Mask mask, int width, bool write,
                  CachePath path) {
  const std::vector<uint8_t>& machine = warp.worker->launch.options->machine_widths;
  alignas(64) uint64_t widened[k_lanes];
  const uint8_t moved = machine.empty() ? k_width_as_ptx : machine[op.index];
  if (moved != k_width_as_ptx && (moved & k_one_lane)) mask &= 0 - mask;
  if (moved != k_width_as_ptx && (moved & ~k_one_lane) != width) {
    width = moved & ~k_one_lane;
    if (width == 0) return;
    for (int lane = 0; lane < k_lanes; ++lane) widened[lane] = addresses[lane] & ~static_cast<uint64_t>(width - 1);
    addresses = widened;
  }
  AccessCount& count = warp.worker->accesses[op.index];
  const auto active = static_cast<uint64_t>(std::popcount(mask));
  ++count.requests;
  count.lanes += active;
  count.bytes += active * static_cast<uint64_t>(width);
  if (space == Space::shared || space == Space::cluster)
    return count_shared(warp, op, addresses, mask, width, write, path, count);
  if (space == Space::local) return count_local(warp, op, addresses, mask, width, write, count);
  count_global(warp, op, addresses, mask, width, write, path, count);
}

}  // namespace whet::vgpu
