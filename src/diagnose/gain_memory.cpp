#include <algorithm>

#include "diagnose/gain_model.h"
#include "profile/virtual_profile.h"

namespace whet {

namespace {

constexpr double k_sector_bytes = 32, k_widest_access = 16;
constexpr double k_address_instructions = 3;  // issued with every access: address, compare, branch

// Sectors that are asked of L1.
struct Asked {
  double loads = 0, stores = 0, local = 0;
  double all() const { return loads + stores + local; }
};

Asked asked_now(const RunKnowledge& run) {
  return {load_sectors(run).value_or(0), store_sectors(run).value_or(0), local_sectors(run).value_or(0)};
}

// The traffic of L1, L2 and DRAM when so much is asked: no level moves more in either direction than is asked of L1.
void scale_traffic(const RunKnowledge& run, WorkChange& change, const Asked& left) {
  const Asked now = asked_now(run);
  if (now.all() <= 0) return;
  change.scale(Resource::l1, left.all() / now.all());
  const double read = left.loads + left.local, written = left.stores + left.local;
  const double l2_reads = metric(run, "lts__t_sectors_srcunit_tex_op_read.sum").value_or(0),
               l2_writes = metric(run, "lts__t_sectors_srcunit_tex_op_write.sum").value_or(0);
  if (l2_reads + l2_writes > 0) {
    const double factor = (std::min(l2_reads, read) + std::min(l2_writes, written)) / (l2_reads + l2_writes);
    change.scale(Resource::l2, factor).scale(Resource::sm_traffic, factor);
  }
  const double dram_reads = metric(run, "dram__bytes_read.sum").value_or(0) / k_sector_bytes,
               dram_writes = metric(run, "dram__bytes_write.sum").value_or(0) / k_sector_bytes;
  if (dram_reads + dram_writes > 0)
    change.scale(Resource::dram,
                 (std::min(dram_reads, read) + std::min(dram_writes, written)) / (dram_reads + dram_writes));
}

}  // namespace

OptionalNumber coalesced(const RunKnowledge& run, bool loads, bool stores) {
  const auto load_ideal = load_ideal_sectors(run), store_ideal = store_ideal_sectors(run);
  Asked left = asked_now(run);
  if ((loads && (!load_ideal || left.loads <= 0)) || (stores && (!store_ideal || left.stores <= 0)))
    return std::nullopt;
  if (loads) left.loads = std::min(left.loads, *load_ideal);
  if (stores) left.stores = std::min(left.stores, *store_ideal);
  WorkChange change;
  scale_traffic(run, change, left);
  return gain_after(run, change);
}

OptionalNumber no_conflicts(const RunKnowledge& run) {
  const auto factor = quotient(shared_ideal_wavefronts(run), shared_wavefronts(run));
  if (!factor) return std::nullopt;
  WorkChange change;
  return gain_after(run, change.scale(Resource::shared, std::min(1.0, *factor)));
}

OptionalNumber no_local(const RunKnowledge& run) {
  const auto local = local_sectors(run);
  if (!local) return std::nullopt;
  WorkChange change;
  Asked left = asked_now(run);
  left.local = 0;
  scale_traffic(run, change, left);
  const auto seen = metric(run, k_local_accesses);
  const auto accesses =
      seen ? seen
           : metrics_sum(run, {"smsp__sass_inst_executed_op_local_ld.sum", "smsp__sass_inst_executed_op_local_st.sum"});
  if (const auto part = quotient(accesses, metric(run, "smsp__inst_executed.sum"))) {
    scale_instructions(change, std::max(0.1, 1 - *part));
    const auto lsu =
        metrics_sum(run, {"smsp__sass_inst_executed_op_global_ld.sum", "smsp__sass_inst_executed_op_global_st.sum",
                          "smsp__sass_inst_executed_op_shared_ld.sum", "smsp__sass_inst_executed_op_shared_st.sum"});
    change.scale(Resource::lsu, lsu.value_or(0) / std::max(1.0, lsu.value_or(0) + *accesses));
    const double waits = stall_share(run, "long_scoreboard").value_or(0);
    const double all = load_sectors(run).value_or(0) + *local;
    if (all > 0) change.scale(Resource::latency, 1 - waits * *local / all);
  }
  return gain_after(run, change);
}

OptionalNumber wide_access(const RunKnowledge& run) {
  const auto bytes = bytes_a_lane(run);
  if (!bytes) return std::nullopt;
  const double factor = std::clamp(*bytes / k_widest_access, 1.0 / k_widest_access, 1.0);
  const auto accesses = metrics_sum(
      run, {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"});
  const auto part = quotient(accesses, metric(run, "smsp__inst_executed.sum"));
  WorkChange change;
  const double spared = std::min(0.9, part.value_or(0) * (1 + k_address_instructions)) * (1 - factor);
  scale_instructions(change, 1 - spared);
  change.scale(Resource::lsu, factor);
  if (*bytes < 4) change.scale(Resource::l1, std::max(factor, *bytes / 4));
  return gain_after(run, change);
}

// What stays in L2 is read from DRAM once. What is read only because sectors are not used whole is not counted here.
OptionalNumber l2_reuse(const RunKnowledge& run) {
  const auto dram = dram_bytes(run), footprint = footprint_bytes(run);
  const auto loads = load_ideal_sectors(run);
  if (!dram || !footprint || !loads || *dram <= 0) return std::nullopt;
  const double asked = (*loads + store_ideal_sectors(run).value_or(0)) * k_sector_bytes;
  const double moved = std::min(*dram, asked);
  return moved > 0 ? gain_with(run, Resource::dram, std::min(1.0, *footprint / moved)) : std::nullopt;
}

// Elements that are asked of L1 several times are kept in registers or shared memory.
OptionalNumber reuse(const RunKnowledge& run) {
  const auto footprint = footprint_bytes(run), loads = load_ideal_sectors(run);
  if (!footprint || !loads || *footprint <= 0) return std::nullopt;
  const double times = *loads * k_sector_bytes / *footprint;
  if (times < 1 / k_tile_reuse) return 1;
  WorkChange change;
  for (const Resource resource : {Resource::l1, Resource::sm_traffic, Resource::l2, Resource::lsu})
    change.scale(resource, k_tile_reuse);
  const double waits = stall_share(run, "long_scoreboard").value_or(0);
  return gain_after(run, change.scale(Resource::latency, 1 - waits * (1 - k_tile_reuse)));
}

}  // namespace whet
