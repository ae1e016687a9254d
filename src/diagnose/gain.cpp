#include "diagnose/gain.h"

#include <algorithm>

#include "diagnose/gain_model.h"
#include "profile/virtual_profile.h"

namespace whet {

namespace {

using R = const RunKnowledge&;

// Assumptions, each about what a mended kernel still does.
constexpr double k_division_instructions = 18;  // of a 32-bit integer division by a number known only at run time
constexpr double k_left_of_fp64 = 0.35;         // fp32 instructions in the place of the fp64 ones
constexpr double k_left_of_function = 0.3;      // an intrinsic in the place of a precise function
constexpr double k_left_of_chain = 0.25;        // four independent chains in the place of one
constexpr double k_left_of_atomics = 1.0 / 32;  // one atomic a warp in the place of one a lane
constexpr double k_step_instructions = 6, k_most_steps = 0.85;  // of a step between two barriers
constexpr double k_full_wave = 0.95;
constexpr double k_left_of_product = 0.15;  // instructions, with tensor cores
constexpr double k_hidden_waits = 0.5;      // of those for global memory, with the next load before the work
constexpr double k_left_of_special = 0.75;  // the rest as polynomials on the FMA pipe
constexpr double k_good_block = 256;        // threads

// As many warps as an SM holds, where the grid fills what it holds now: smaller blocks or tiles would then make more.
OptionalNumber more_warps(R run) {
  const auto possible = metric(run, "sm__maximum_warps_per_active_cycle_pct");
  const auto waves = metric(run, "launch__waves_per_multiprocessor");
  if (!possible || *possible <= 0) return std::nullopt;
  if (waves && *waves < k_full_wave) return 1;
  const double now = *possible / 100;
  WorkChange change;
  return gain_after(run, change.scale(Resource::latency, std::min(1.0, now)));
}

OptionalNumber converged(R run) {
  const auto lanes = lanes_active(run);
  if (!lanes) return std::nullopt;
  WorkChange change;
  scale_instructions(change, std::min(1.0, *lanes));
  return gain_after(run, change);
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
  return gain_after(run, change.scale(Resource::latency, 1 - std::min(k_most_steps, *waits + exchange.value_or(0))));
}

OptionalNumber no_fp64(R run) {
  const auto part = quotient(metric(run, "smsp__inst_executed_pipe_fp64.sum"), metric(run, "smsp__inst_executed.sum"));
  if (!part) return std::nullopt;
  WorkChange change;
  // Conversions and the special cases of functions go with the fp64 instructions of a line.
  const double share = std::max(*part, run.fp64_line_share.value_or(0));
  scale_instructions(change, 1 - std::min(0.95, share) * (1 - k_left_of_fp64));
  return gain_after(run, change.scale(Resource::fp64, 0));
}

// Two values in the place of one from each access.
OptionalNumber less_shared(R run) {
  WorkChange change;
  return gain_after(run, change.scale(Resource::shared, 0.5).scale(Resource::lsu, 0.5));
}

// Tensor cores do a product with a small part of the instructions, and their operands come once a tile.
OptionalNumber tensor(R run) {
  WorkChange change;
  scale_instructions(change, k_left_of_product);
  for (const Resource resource : {Resource::l1, Resource::sm_traffic, Resource::lsu, Resource::shared})
    change.scale(resource, k_tile_reuse);
  return gain_after(run, change);
}

// Blocks of 256 threads: fewer are started, and block slots hold no warps back.
OptionalNumber larger_blocks(R run) {
  const auto threads = metric(run, "launch__block_size"),
             possible = metric(run, "sm__maximum_warps_per_active_cycle_pct");
  if (!threads || !possible || *possible <= 0) return std::nullopt;
  if (*threads >= k_good_block) return 1;
  WorkChange change;
  change.scale(Resource::start, *threads / k_good_block);
  return gain_after(run, change.scale(Resource::latency, std::max(*threads / k_good_block, *possible / 100)));
}

OptionalNumber no_divisions(R run) {
  const auto part = quotient(metric(run, k_int_divisions), metric(run, "smsp__inst_executed.sum"));
  if (!part) return std::nullopt;
  WorkChange change;
  scale_instructions(change, 1 - std::min(0.9, k_division_instructions * *part));
  return gain_after(run, change);
}

OptionalNumber fast_functions(R run) {
  if (!run.function_share) return std::nullopt;
  WorkChange change;
  scale_instructions(change, 1 - *run.function_share * (1 - k_left_of_function));
  return gain_after(run, change);
}

OptionalNumber parallel_chains(R run) {
  const auto waits = stall_share(run, "wait");
  return waits ? gain_with(run, Resource::latency, 1 - *waits * (1 - k_left_of_chain)) : std::nullopt;
}

// Other work, or a second load, in half of the time that warps wait for global memory.
OptionalNumber overlap(R run) {
  const auto waits = stall_share(run, "long_scoreboard");
  return waits ? gain_with(run, Resource::latency, 1 - k_hidden_waits * *waits) : std::nullopt;
}

// A quarter of the special functions as polynomials of about eight instructions, which the FMA pipe does at eight times
// the rate: they take as long there as they took, and as many issue slots more.
OptionalNumber less_special(R run) {
  const auto special = share_of(run, Resource::special);
  if (!special) return std::nullopt;
  const double moved = *special * (1 - k_left_of_special);
  WorkChange change;
  for (const Resource resource : {Resource::fma, Resource::issue}) {
    const double now = share_of(run, resource).value_or(0);
    if (now > 0) change.scale(resource, (now + moved) / now);
  }
  return gain_after(run, change.scale(Resource::special, k_left_of_special));
}

OptionalNumber no_launch(R run) {
  if (!run.profile->shares) return std::nullopt;
  WorkChange change;
  change.launch = 0;
  return gain_after(run, change);
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
    {"gain.no_global_atomics", "speed-up with one global atomic a warp in the place of one a lane", [](R r) { return gain_with(r, Resource::global_atomics, k_left_of_atomics); }},
    {"gain.no_shared_atomics", "the same for shared memory", [](R r) { return gain_with(r, Resource::shared_atomics, k_left_of_atomics); }},
    {"gain.no_barriers", "speed-up without the steps that meet at block barriers", no_barriers},
    {"gain.no_fp64", "speed-up with fp32 in the place of fp64", no_fp64},
    {"gain.wide_access", "speed-up with accesses of 16 bytes a lane", wide_access},
    {"gain.no_divisions", "speed-up without integer divisions by numbers known only at run time", no_divisions},
    {"gain.fast_functions", "speed-up with intrinsics in the place of precise math functions", fast_functions},
    {"gain.l2_reuse", "speed-up if DRAM moved each byte once", l2_reuse},
    {"gain.reuse", "speed-up if four uses of an element shared one load", reuse},
    {"gain.parallel", "speed-up with four independent chains of instructions in the place of one", parallel_chains},
    {"gain.overlap", "speed-up with half of the waits for global memory", overlap},
    {"gain.less_special", "speed-up with a quarter of the special functions on the FMA pipe", less_special},
    {"gain.no_launch", "speed-up if the launch took no time", no_launch},
};
// clang-format on

}  // namespace

std::span<const RunFactRow> gain_table() {
  return k_gains;
}

}  // namespace whet
