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
constexpr double k_step_instructions = 6, k_most_steps = 0.85;  // of a step between two barriers
constexpr double k_full_wave = 0.95;
constexpr double k_left_of_product = 0.15;    // instructions, with tensor cores
constexpr double k_good_block = 256;          // threads
constexpr double k_address_instructions = 3;  // issued with every access: address, compare, branch

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

// Sectors that are asked of L1.
struct Asked {
  double loads = 0, stores = 0, local = 0;
  double all() const { return loads + stores + local; }
};

Asked asked_now(R run) {
  return {load_sectors(run).value_or(0), store_sectors(run).value_or(0), local_sectors(run).value_or(0)};
}

// The traffic of L1, L2 and DRAM when so much is asked: no level moves more in either direction than is asked of L1.
void scale_traffic(R run, WorkChange& change, const Asked& left) {
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

OptionalNumber coalesced(R run, bool loads, bool stores) {
  const auto load_ideal = load_ideal_sectors(run), store_ideal = store_ideal_sectors(run);
  Asked left = asked_now(run);
  if ((loads && (!load_ideal || left.loads <= 0)) || (stores && (!store_ideal || left.stores <= 0)))
    return std::nullopt;
  if (loads) left.loads = std::min(left.loads, *load_ideal);
  if (stores) left.stores = std::min(left.stores, *store_ideal);
  WorkChange change;
  scale_traffic(run, change, left);
  return gain(run, change);
}

OptionalNumber no_conflicts(R run) {
  const auto factor = quotient(shared_ideal_wavefronts(run), shared_wavefronts(run));
  if (!factor) return std::nullopt;
  WorkChange change;
  return gain(run, change.scale(Resource::shared, std::min(1.0, *factor)));
}

// As many warps as an SM holds, where the grid fills what it holds now: smaller blocks or tiles would then make more.
OptionalNumber more_warps(R run) {
  const auto possible = metric(run, "sm__maximum_warps_per_active_cycle_pct");
  const auto waves = metric(run, "launch__waves_per_multiprocessor");
  if (!possible || *possible <= 0) return std::nullopt;
  if (waves && *waves < k_full_wave) return 1;
  const double now = *possible / 100;
  WorkChange change;
  return gain(run, change.scale(Resource::latency, std::min(1.0, now)));
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
  return gain(run, change);
}

OptionalNumber without(R run, Resource resource, double left) {
  WorkChange change;
  return gain(run, change.scale(resource, left));
}

// Without the barriers the steps go that meet at them: compare, branch, two accesses of shared memory, arithmetic.
OptionalNumber no_barriers(R run) {
  const auto waits = stall_share(run, "barrier"), exchange = stall_share(run, "short_scoreboard");
  const auto barriers = quotient(metric(run, k_barriers), metric(run, "smsp__inst_executed.sum"));
  if (!waits || !barriers) return std::nullopt;
  const double steps = std::min(k_most_steps, k_step_instructions * *barriers);
  WorkChange change;
  scale_instructions(change, 1 - steps);
  change.scale(Resource::lsu, 1 - steps).scale(Resource::shared, 1 - steps);
  return gain(run, change.scale(Resource::latency, 1 - std::min(k_most_steps, *waits + exchange.value_or(0))));
}

OptionalNumber no_fp64(R run) {
  const auto part = quotient(metric(run, "smsp__inst_executed_pipe_fp64.sum"), metric(run, "smsp__inst_executed.sum"));
  if (!part) return std::nullopt;
  WorkChange change;
  // Conversions and the special cases of functions go with the fp64 instructions of a line.
  const double share = std::max(*part, run.fp64_line_share.value_or(0));
  scale_instructions(change, 1 - std::min(0.95, share) * (1 - k_left_of_fp64));
  return gain(run, change.scale(Resource::fp64, 0));
}

// Two values in the place of one from each access.
OptionalNumber less_shared(R run) {
  WorkChange change;
  return gain(run, change.scale(Resource::shared, 0.5).scale(Resource::lsu, 0.5));
}

// Tensor cores do a product with a small part of the instructions.
OptionalNumber tensor(R run) {
  WorkChange change;
  scale_instructions(change, k_left_of_product);
  return gain(run, change);
}

// Blocks of 256 threads: fewer are started, and block slots hold no warps back.
OptionalNumber larger_blocks(R run) {
  const auto threads = metric(run, "launch__block_size"),
             possible = metric(run, "sm__maximum_warps_per_active_cycle_pct");
  if (!threads || !possible || *possible <= 0) return std::nullopt;
  if (*threads >= k_good_block) return 1;
  WorkChange change;
  change.scale(Resource::start, *threads / k_good_block);
  return gain(run, change.scale(Resource::latency, std::max(*threads / k_good_block, *possible / 100)));
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
    {"gain.coalesced_loads", "speed-up if no sector of a global load were fetched in vain", [](R r) { return coalesced(r, true, false); }},
    {"gain.coalesced_stores", "the same for global stores", [](R r) { return coalesced(r, false, true); }},
    {"gain.coalesced", "the same for both", [](R r) { return coalesced(r, true, true); }},
    {"gain.no_conflicts", "speed-up without bank conflicts", no_conflicts},
    {"gain.even", "speed-up with all SMs equally busy and no partial last wave", [](R r) { return metric(r, k_tail); }},
    {"gain.occupancy", "speed-up with all the warps that an SM can hold", more_warps},
    {"gain.larger_blocks", "speed-up with blocks of 256 threads", larger_blocks},
    {"gain.less_shared", "speed-up with half of the accesses of shared memory", less_shared},
    {"gain.tensor", "speed-up with tensor cores in the place of the other pipes", tensor},
    {"gain.converged", "speed-up if all lanes were active", converged},
    {"gain.no_local", "speed-up without local memory", no_local},
    {"gain.no_global_atomics", "speed-up with one global atomic a warp in the place of one a lane", [](R r) { return without(r, Resource::global_atomics, k_left_of_atomics); }},
    {"gain.no_shared_atomics", "the same for shared memory", [](R r) { return without(r, Resource::shared_atomics, k_left_of_atomics); }},
    {"gain.no_barriers", "speed-up without the steps that meet at block barriers", no_barriers},
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
