#include "vgpu/decode/special_registers.h"

#include <bit>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/program/cluster_shape.h"

namespace whet::vgpu {

namespace {

// The value of a special register: one for the warp, or those of all lanes.
using PerWarp = uint64_t (*)(const Warp&);
using PerLane = void (*)(const Warp&, uint64_t* values);

struct Special {
  std::string_view name;
  PerWarp per_warp;
  PerLane per_lane;
};

const LaunchConfig& config(const Warp& warp) {
  return *warp.worker->launch.config;
}

// Lane by lane from the first: dividing the thread's number for each would be most of what short kernels do.
template <uint32_t Dim3::* kAxis>
void thread_indices(const Warp& warp, uint64_t* values) {
  const Dim3& extent = config(warp).block;
  Dim3 at = warp.block->thread_of(warp, 0);
  for (int lane = 0; lane < k_lanes; ++lane) {
    values[lane] = at.*kAxis;
    if (++at.x < extent.x) continue;
    at.x = 0;
    if (++at.y < extent.y) continue;
    at.y = 0;
    ++at.z;
  }
}

template <uint64_t (*kOf)(int)>
void by_lane(const Warp&, uint64_t* values) {
  for (int lane = 0; lane < k_lanes; ++lane) values[lane] = kOf(lane);
}

uint64_t grid_workspace_half(const Warp& warp, bool high) {
  const uint64_t address = warp.worker->launch.grid_workspace;
  return high ? address >> 32 : address & 0xffffffffu;
}

Dim3 place_in_cluster(const Warp& warp) {
  return position_in(warp.worker->launch.cluster, warp.block->rank());
}

Dim3 cluster_grid(const Warp& warp) {
  return clusters_of(config(warp).grid, warp.worker->launch.cluster);
}

const Surroundings& around(const Warp& warp) {
  return warp.worker->launch.options->surroundings;
}

uint32_t sms(const Warp& warp) {
  return warp.worker->launch.options->caches.sms;
}

// In a launch that is not timed, the clock counts the instructions of all warps.
uint64_t clock_of(const Warp& warp) {
  const uint64_t cycles = warp.worker->launch.timed ? warp.clock() : warp.worker->model_clock;
  return around(warp).clock_offset(warp.block->index()) + cycles;
}

uint64_t timer_of(const Warp& warp) {
  const bool timed = warp.worker->launch.timed;
  const double cycles_per_ns = timed ? warp.worker->launch.options->pace.cycles_per_ns : 1;
  const uint64_t cycles = timed ? warp.clock() : warp.worker->model_clock;
  return around(warp).timer_offset() + static_cast<uint64_t>(static_cast<double>(cycles) / cycles_per_ns);
}

constexpr uint64_t k_reserved_shared = 1 << 19;

constexpr Special k_specials[] = {
    {"tid.x", nullptr, thread_indices<&Dim3::x>},
    {"tid.y", nullptr, thread_indices<&Dim3::y>},
    {"tid.z", nullptr, thread_indices<&Dim3::z>},
    {"ntid.x", [](const Warp& w) -> uint64_t { return config(w).block.x; }, nullptr},
    {"ntid.y", [](const Warp& w) -> uint64_t { return config(w).block.y; }, nullptr},
    {"ntid.z", [](const Warp& w) -> uint64_t { return config(w).block.z; }, nullptr},
    {"ctaid.x", [](const Warp& w) -> uint64_t { return w.block->id().x; }, nullptr},
    {"ctaid.y", [](const Warp& w) -> uint64_t { return w.block->id().y; }, nullptr},
    {"ctaid.z", [](const Warp& w) -> uint64_t { return w.block->id().z; }, nullptr},
    {"nctaid.x", [](const Warp& w) -> uint64_t { return config(w).grid.x; }, nullptr},
    {"nctaid.y", [](const Warp& w) -> uint64_t { return config(w).grid.y; }, nullptr},
    {"nctaid.z", [](const Warp& w) -> uint64_t { return config(w).grid.z; }, nullptr},
    {"laneid", nullptr, by_lane<[](int lane) -> uint64_t { return static_cast<uint64_t>(lane); }>},
    {"warpid", [](const Warp& w) -> uint64_t { return around(w).warp_slot(w.block->index(), w.index); }, nullptr},
    {"nwarpid", [](const Warp& w) -> uint64_t { return around(w).are_usual() ? w.block->warps.size() : k_warp_slots; },
     nullptr},
    {"smid", [](const Warp& w) -> uint64_t { return around(w).sm_of(w.block->index(), sms(w)); }, nullptr},
    {"nsmid", [](const Warp& w) -> uint64_t { return around(w).sm_numbers(sms(w)); }, nullptr},
    {"gridid", [](const Warp& w) -> uint64_t { return around(w).grid_id(); }, nullptr},
    {"lanemask_eq", nullptr, by_lane<[](int lane) -> uint64_t { return 1u << lane; }>},
    {"lanemask_lt", nullptr, by_lane<[](int lane) -> uint64_t { return (1u << lane) - 1; }>},
    {"lanemask_le", nullptr, by_lane<[](int lane) -> uint64_t { return (2ull << lane) - 1; }>},
    {"lanemask_gt", nullptr, by_lane<[](int lane) -> uint64_t { return 0xffffffffu & ~((2ull << lane) - 1); }>},
    {"lanemask_ge", nullptr, by_lane<[](int lane) -> uint64_t { return 0xffffffffu & ~((1ull << lane) - 1); }>},
    {"clock", [](const Warp& w) -> uint64_t { return clock_of(w) & 0xffffffffu; }, nullptr},
    {"clock_hi", [](const Warp& w) -> uint64_t { return clock_of(w) >> 32; }, nullptr},
    {"clock64", [](const Warp& w) -> uint64_t { return clock_of(w); }, nullptr},
    {"globaltimer", [](const Warp& w) -> uint64_t { return timer_of(w); }, nullptr},
    {"globaltimer_lo", [](const Warp& w) -> uint64_t { return timer_of(w) & 0xffffffffu; }, nullptr},
    {"globaltimer_hi", [](const Warp& w) -> uint64_t { return timer_of(w) >> 32; }, nullptr},
    {"envreg1", [](const Warp& w) { return grid_workspace_half(w, true); }, nullptr},
    {"envreg2", [](const Warp& w) { return grid_workspace_half(w, false); }, nullptr},
    // Shared memory that the system keeps for itself is not there: its address lies beyond all that a block may have.
    {"reserved_smem_offset_begin", [](const Warp&) -> uint64_t { return k_reserved_shared; }, nullptr},
    {"reserved_smem_offset_end", [](const Warp&) -> uint64_t { return k_reserved_shared; }, nullptr},
    {"reserved_smem_offset_cap", [](const Warp&) -> uint64_t { return k_reserved_shared; }, nullptr},
    {"reserved_smem_offset_0", [](const Warp&) -> uint64_t { return k_reserved_shared; }, nullptr},
    {"reserved_smem_offset_1", [](const Warp&) -> uint64_t { return k_reserved_shared; }, nullptr},
    {"dynamic_smem_size", [](const Warp& w) -> uint64_t { return config(w).dynamic_shared_bytes; }, nullptr},
    {"total_smem_size", [](const Warp& w) -> uint64_t { return w.worker->launch.shared_bytes; }, nullptr},
    {"aggr_smem_size", [](const Warp& w) -> uint64_t { return w.worker->launch.shared_bytes; }, nullptr},
    {"cluster_ctarank", [](const Warp& w) -> uint64_t { return w.block->rank(); }, nullptr},
    {"cluster_nctarank", [](const Warp& w) -> uint64_t { return w.block->cluster().size(); }, nullptr},
    {"cluster_ctaid.x", [](const Warp& w) -> uint64_t { return place_in_cluster(w).x; }, nullptr},
    {"cluster_ctaid.y", [](const Warp& w) -> uint64_t { return place_in_cluster(w).y; }, nullptr},
    {"cluster_ctaid.z", [](const Warp& w) -> uint64_t { return place_in_cluster(w).z; }, nullptr},
    {"cluster_nctaid.x", [](const Warp& w) -> uint64_t { return w.worker->launch.cluster.x; }, nullptr},
    {"cluster_nctaid.y", [](const Warp& w) -> uint64_t { return w.worker->launch.cluster.y; }, nullptr},
    {"cluster_nctaid.z", [](const Warp& w) -> uint64_t { return w.worker->launch.cluster.z; }, nullptr},
    {"clusterid.x", [](const Warp& w) -> uint64_t { return w.block->cluster().id().x; }, nullptr},
    {"clusterid.y", [](const Warp& w) -> uint64_t { return w.block->cluster().id().y; }, nullptr},
    {"clusterid.z", [](const Warp& w) -> uint64_t { return w.block->cluster().id().z; }, nullptr},
    {"nclusterid.x", [](const Warp& w) -> uint64_t { return cluster_grid(w).x; }, nullptr},
    {"nclusterid.y", [](const Warp& w) -> uint64_t { return cluster_grid(w).y; }, nullptr},
    {"nclusterid.z", [](const Warp& w) -> uint64_t { return cluster_grid(w).z; }, nullptr},
    {"is_explicit_cluster", [](const Warp& w) -> uint64_t { return w.worker->launch.explicit_cluster; }, nullptr},
};

template <typename T>
void read_special(Warp& warp, const Op& op) {
  const Special& special = k_specials[op.small];
  if (special.per_lane) {
    uint64_t values[k_lanes];
    special.per_lane(warp, values);
    return write_lanes<T>(warp, op.dst, [&](int lane) { return static_cast<T>(values[lane]); });
  }
  const T value = static_cast<T>(special.per_warp(warp));
  if (!op.dst.is_lanes())
    warp.scalar<T>(op.dst) = value;
  else
    write_lanes<T>(warp, op.dst, [&](int) { return value; });
}

void read_special_predicate(Warp& warp, const Op& op) {
  warp.put_predicate(op.dst, k_specials[op.small].per_warp(warp) ? k_all_lanes : 0);
}

}  // namespace

Result<bool> decode_special_register(DecodeInput& input) {
  const std::string& name = input.in.operands[1].name;
  for (uint16_t i = 0; i < std::size(k_specials); ++i) {
    if (k_specials[i].name != name) continue;
    input.op.small = i;
    const int bytes = input.register_bytes[0];
    if (input.in.type() == ptx::Type::pred) {
      if (k_specials[i].name != "is_explicit_cluster") return unsupported(*input.program.module, input.in);
      input.op.run = read_special_predicate;
      return true;
    }
    input.op.run = bytes == 8 ? read_special<uint64_t> : bytes == 2 ? read_special<uint16_t> : read_special<uint32_t>;
    return true;
  }
  return unsupported(*input.program.module, input.in, "special register %" + name);
}

}  // namespace whet::vgpu
