#include "diagnose/gain.h"

#include <algorithm>

#include "diagnose/run_numbers.h"
#include "profile/virtual_profile.h"

namespace whet {

namespace {

using R = const RunKnowledge&;

constexpr double k_sector_bytes = 32, k_widest_access = 16;
// Assumptions, each about what a mended kernel still does.
constexpr double k_division_instructions = 18;  // of a 32-bit integer division by a number known only at run time
constexpr double k_left_of_fp64 = 0.35;         // fp32 instructions in the place of the fp64 ones
constexpr double k_left_of_function = 0.3;      // an intrinsic in the place of a precise function
constexpr double k_tile_reuse = 0.25;           // loads left when a tile of 4 is kept in registers or shared memory
constexpr double k_left_of_chain = 0.25;        // four independent chains in the place of one
constexpr double k_left_of_atomics = 1.0 / 32;  // one atomic a warp in the place of one a lane
constexpr double k_address_instructions = 3;    // issued with every access: address, compare, branch

OptionalNumber gain(R run, const WorkChange& change) {
  if (!run.profile->shares) return std::nullopt;
  const double after = run.profile->shares->time_after(change);
  return after > 0 ? OptionalNumber(std::max(1.0, 1 / after)) : std::nullopt;
}

// Everything that instructions keep busy.
void scale_instructions(WorkChange& change, double factor) {
  for (const Resource resource : {Resource::issue, Resource::fma, Resource::alu, Resource::special, Resource::fp16,
                                  Resource::fp64, Resource::latency})
    change.scale(resource, factor);
}

// The traffic between L1, L2 and DRAM with this many sectors fewer asked of L1; what is asked once is moved once.
void scale_traffic(R run, WorkChange& change, double sectors, double left) {
  const double all = load_sectors(run).value_or(0) + store_sectors(run).value_or(0) + local_sectors(run).value_or(0);
  if (all <= 0) return;
  const double kept = all - sectors + left;
  change.scale(Resource::l1, kept / all);
  const auto reads = metric(run, "lts__t_sectors_srcunit_tex_op_read.sum"),
             writes = metric(run, "lts__t_sectors_srcunit_tex_op_write.sum");
  const double l2 = reads.value_or(0) + writes.value_or(0);
  if (l2 > 0) {
    const double factor = std::min(1.0, kept / l2);
    change.scale(Resource::l2, factor).scale(Resource::sm_traffic, factor);
  }
  if (const auto dram = dram_bytes(run); dram && *dram > 0)
    change.scale(Resource::dram, std::min(1.0, kept * k_sector_bytes / *dram));
}

OptionalNumber coalesced(R run, OptionalNumber sectors, OptionalNumber ideal) {
  if (!sectors || !ideal || *sectors <= 0) return std::nullopt;
  WorkChange change;
  scale_traffic(run, change, *sectors, std::min(*sectors, *ideal));
  return gain(run, change);
}

OptionalNumber no_conflicts(R run) {
  const auto factor = quotient(shared_ideal_wavefronts(run), shared_wavefronts(run));
  if (!factor) return std::nullopt;
  WorkChange change;
  return gain(run, change.scale(Resource::shared, std::min(1.0, *factor)));
}

// As many warps as an SM holds, where the grid has them.
OptionalNumber more_warps(R run) {
  const auto possible = metric(run, "sm__maximum_warps_per_active_cycle_pct");
  const auto waves = metric(run, "launch__waves_per_multiprocessor");
  if (!possible || *possible <= 0) return std::nullopt;
  const double now = *possible / 100, reachable = std::min(1.0, now * std::max(1.0, waves.value_or(1)));
  WorkChange change;
  return gain(run, change.scale(Resource::latency, std::min(1.0, now / reachable)));
}

OptionalNumber converged(R run) {
  const auto lanes = lanes_active(run);
  if (!lanes) return std::nullopt;
  WorkChange change;
  scale_instructions(change, std::min(1.0, *lanes));
  return gain(run, change);
}

OptionalNumber no_local(R run) {
  const auto local = local_sectors(run);
  if (!local) return std::nullopt;
  WorkChange change;
  scale_traffic(run, change, *local, 0);
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
  return gain(run, change);
}

OptionalNumber without(R run, Resource resource, double left) {
  WorkChange change;
  return gain(run, change.scale(resource, left));
}

OptionalNumber no_barriers(R run) {
  const auto waits = stall_share(run, "barrier");
  return waits ? without(run, Resource::latency, 1 - *waits) : std::nullopt;
}

OptionalNumber no_fp64(R run) {
  const auto part = quotient(metric(run, "smsp__inst_executed_pipe_fp64.sum"), metric(run, "smsp__inst_executed.sum"));
  if (!part) return std::nullopt;
  WorkChange change;
  scale_instructions(change, 1 - std::min(0.95, *part) * (1 - k_left_of_fp64));
  return gain(run, change.scale(Resource::fp64, 0));
}

OptionalNumber wide_access(R run) {
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
  return gain(run, change);
}

OptionalNumber no_divisions(R run) {
  const auto part = quotient(metric(run, k_int_divisions), metric(run, "smsp__inst_executed.sum"));
  if (!part) return std::nullopt;
  WorkChange change;
  scale_instructions(change, 1 - std::min(0.9, k_division_instructions * *part));
  return gain(run, change);
}

OptionalNumber fast_functions(R run) {
  if (!run.function_share) return std::nullopt;
  WorkChange change;
  scale_instructions(change, 1 - *run.function_share * (1 - k_left_of_function));
  return gain(run, change);
}

// What stays in L2 is read from DRAM once. What is read only because sectors are not used whole is not counted here.
OptionalNumber l2_reuse(R run) {
  const auto dram = dram_bytes(run), footprint = footprint_bytes(run);
  const auto loads = load_ideal_sectors(run);
  if (!dram || !footprint || !loads || *dram <= 0) return std::nullopt;
  const double asked = (*loads + store_ideal_sectors(run).value_or(0)) * k_sector_bytes;
  const double moved = std::min(*dram, asked);
  return moved > 0 ? without(run, Resource::dram, std::min(1.0, *footprint / moved)) : std::nullopt;
}

// Elements that are asked of L1 several times are kept in registers or shared memory.
OptionalNumber reuse(R run) {
  const auto footprint = footprint_bytes(run), loads = load_ideal_sectors(run);
  if (!footprint || !loads || *footprint <= 0) return std::nullopt;
  const double times = *loads * k_sector_bytes / *footprint;
  if (times < 1 / k_tile_reuse) return 1;
  WorkChange change;
  for (const Resource resource : {Resource::l1, Resource::sm_traffic, Resource::l2, Resource::lsu})
    change.scale(resource, k_tile_reuse);
  const double waits = stall_share(run, "long_scoreboard").value_or(0);
  return gain(run, change.scale(Resource::latency, 1 - waits * (1 - k_tile_reuse)));
}

OptionalNumber parallel_chains(R run) {
  const auto waits = stall_share(run, "wait");
  return waits ? without(run, Resource::latency, 1 - *waits * (1 - k_left_of_chain)) : std::nullopt;
}

OptionalNumber no_launch(R run) {
  if (!run.profile->shares) return std::nullopt;
  WorkChange change;
  change.launch = 0;
  return gain(run, change);
}

// clang-format off
constexpr RunFactRow k_gains[] = {
    {"gain.coalesced_loads", "speed-up if no sector of a global load were fetched in vain", [](R r) { return coalesced(r, load_sectors(r), load_ideal_sectors(r)); }},
    {"gain.coalesced_stores", "the same for global stores", [](R r) { return coalesced(r, store_sectors(r), store_ideal_sectors(r)); }},
    {"gain.no_conflicts", "speed-up without bank conflicts", no_conflicts},
    {"gain.even", "speed-up with all SMs equally busy and no partial last wave", [](R r) { return metric(r, k_tail); }},
    {"gain.occupancy", "speed-up with all the warps that an SM can hold", more_warps},
    {"gain.converged", "speed-up if all lanes were active", converged},
    {"gain.no_local", "speed-up without local memory", no_local},
    {"gain.no_global_atomics", "speed-up with one global atomic a warp in the place of one a lane", [](R r) { return without(r, Resource::global_atomics, k_left_of_atomics); }},
    {"gain.no_shared_atomics", "the same for shared memory", [](R r) { return without(r, Resource::shared_atomics, k_left_of_atomics); }},
    {"gain.no_barriers", "speed-up if no warp waited at a barrier", no_barriers},
    {"gain.no_fp64", "speed-up with fp32 in the place of fp64", no_fp64},
    {"gain.wide_access", "speed-up with accesses of 16 bytes a lane", wide_access},
    {"gain.no_divisions", "speed-up without integer divisions by numbers known only at run time", no_divisions},
    {"gain.fast_functions", "speed-up with intrinsics in the place of precise math functions", fast_functions},
    {"gain.l2_reuse", "speed-up if DRAM moved each byte once", l2_reuse},
    {"gain.reuse", "speed-up if four uses of an element shared one load", reuse},
    {"gain.parallel", "speed-up with four independent chains of instructions in the place of one", parallel_chains},
    {"gain.no_launch", "speed-up if the launch took no time", no_launch},
};
// clang-format on

}  // namespace

std::span<const RunFactRow> gain_table() {
  return k_gains;
}

}  // namespace whet
