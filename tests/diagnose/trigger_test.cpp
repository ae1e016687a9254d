// Triggers on typical kernels: healthy ones call for nothing, a planted bottleneck for its own method.
#include <gtest/gtest.h>

#include <algorithm>

#include "diagnose/plan.h"
#include "diagnose/run_facts.h"

namespace whet {
namespace trigger_test {

const std::vector<Method>& catalog() {
  static const MethodCatalog loaded = load_methods(Knowledge());
  return loaded.methods;
}

Facts with(Facts facts, const Facts& changes) {
  for (const auto& [name, value] : changes) facts[name] = value;
  return facts;
}

// Every fact, at values of a kernel on an H200 with nothing wrong and nothing special: none of its instructions are
// there and no time is spent.
Facts plain() {
  Facts facts;
  for (const FactRow& row : fact_table()) facts.emplace(row.name, 0);
  for (const RunFactRow& row : run_fact_table()) facts.emplace(row.name, 0);
  return with(facts, {{"arch.sm", 90},
                      {"arch.has_async_copy", 1},
                      {"arch.has_tma", 1},
                      {"arch.has_wgmma", 1},
                      {"arch.fp32_per_fp64", 2},
                      {"kernel.registers", 32},
                      {"kernel.instructions", 100},
                      {"hot.instructions", 20},
                      {"sm.max_warps", 64},
                      {"sm.max_shared_bytes", 232448},
                      {"block.threads", 256},
                      {"occupancy.blocks", 8},
                      {"occupancy.warps", 64},
                      {"occupancy.fraction", 1},
                      {"time.us", 1000},
                      {"grid.blocks", 100000},
                      {"grid.waves", 94},
                      {"grid.tail", 1.01},
                      {"grid.busy_sms", 1},
                      {"grid.imbalance", 1},
                      {"warps.active", 0.9},
                      {"dram.excess", 1},
                      {"load.sectors", 4},
                      {"load.excess", 1},
                      {"store.excess", 1},
                      {"shared.excess", 1},
                      {"load.bytes_a_lane", 4},
                      {"atomic.contention", 0},
                      {"lanes.active", 1},
                      {"work.balance", 14},
                      {"load.times", 1},
                      {"hot.global_load_bytes", 4},
                      {"hot.global_store_bytes", 4}});
}

// y = a x + y at 90 % of DRAM: every hit rate is 0, warps wait for memory all the time.
Facts stream() {
  return with(plain(), {{"hot.load_global", 2},
                        {"hot.store_global", 1},
                        {"hot.fp32", 1},
                        {"hot.math", 1},
                        {"hot.integer", 8},
                        {"hot.overhead_share", 0.6},
                        {"dram.share", 0.9},
                        {"l2.share", 0.4},
                        {"l1.share", 0.3},
                        {"stall.long_scoreboard", 0.9},
                        {"issue.share", 0.1},
                        {"work.intensity", 0.17},
                        {"meaning.map", 1},
                        {"bound.memory", 0.95},
                        {"bound.latency", 0.05}});
}

// A half product with warpgroup instructions at 85 % of the tensor peak.
Facts tensor_product() {
  return with(plain(), {{"hot.is_loop", 1},
                        {"hot.tensor", 16},
                        {"hot.warpgroup_mma", 16},
                        {"hot.math", 16},
                        {"hot.async_copy", 2},
                        {"hot.async_overlaps", 1},
                        {"kernel.registers", 168},
                        {"occupancy.by_registers", 1},
                        {"occupancy.fraction", 0.19},
                        {"occupancy.blocks", 1},
                        {"warps.active", 0.19},
                        {"pipe.tensor", 0.85},
                        {"dram.share", 0.2},
                        {"l2.share", 0.4},
                        {"l2.hit", 0.8},
                        {"work.intensity", 800},
                        {"work.balance", 206},
                        {"meaning.contraction", 1},
                        {"meaning.matrix_product", 1},
                        {"load.times", 4096},
                        {"stall.math_pipe", 0.6},
                        {"bound.compute", 0.95},
                        {"bound.memory", 0.05},
                        {"grid.waves", 8}});
}

// An fp32 product with a register tile at 85 % of the FMA peak.
Facts fp32_product() {
  return with(plain(), {{"hot.is_loop", 1},
                        {"hot.fp32", 512},
                        {"hot.math", 512},
                        {"hot.load_shared", 32},
                        {"hot.load_global", 8},
                        {"hot.store_shared", 8},
                        {"hot.block_barriers", 1},
                        {"hot.instructions", 600},
                        {"hot.math_per_global_load", 64},
                        {"kernel.registers", 128},
                        {"occupancy.by_registers", 1},
                        {"occupancy.fraction", 0.25},
                        {"warps.active", 0.25},
                        {"pipe.fma", 0.85},
                        {"issue.share", 0.9},
                        {"shared.share", 0.4},
                        {"work.intensity", 800},
                        {"meaning.contraction", 1},
                        {"meaning.matrix_product", 1},
                        {"load.times", 4096},
                        {"bound.compute", 0.95},
                        {"bound.memory", 0.05},
                        {"grid.waves", 8},
                        {"dram.share", 0.05}});
}

// A five-point stencil at 85 % of DRAM, its neighbours from L1.
Facts stencil() {
  return with(plain(), {{"hot.load_global", 5},
                        {"hot.store_global", 1},
                        {"hot.fp32", 5},
                        {"hot.math", 5},
                        {"hot.overhead_share", 0.5},
                        {"dram.share", 0.85},
                        {"dram.excess", 1.1},
                        {"l1.share", 0.65},
                        {"l1.hit", 0.7},
                        {"l2.share", 0.45},
                        {"stall.long_scoreboard", 0.7},
                        {"load.excess", 1.2},
                        {"work.intensity", 0.75},
                        {"meaning.stencil", 1},
                        {"load.times", 5},
                        {"issue.share", 0.3},
                        {"bound.memory", 0.9},
                        {"bound.latency", 0.1}});
}

// A sum at 90 % of DRAM, by shuffles and one atomic a block.
Facts reduction() {
  return with(plain(), {{"hot.is_loop", 1},
                        {"hot.load_global", 4},
                        {"hot.fp32", 4},
                        {"hot.math", 4},
                        {"kernel.calls", 0},
                        {"dram.share", 0.9},
                        {"stall.long_scoreboard", 0.85},
                        {"issue.share", 0.1},
                        {"load.bytes_a_lane", 16},
                        {"work.intensity", 0.25},
                        {"meaning.reduction", 1},
                        {"bound.memory", 0.95},
                        {"bound.latency", 0.05},
                        {"hot.load_distance", 20},
                        {"hot.load_math_in_flight", 4},
                        {"hot.overhead_share", 0.3}});
}

struct Healthy {
  const char* name;
  Facts facts;
};

class HealthyFacts : public testing::TestWithParam<Healthy> {};

TEST_P(HealthyFacts, CallsForNothingThatNeedsNoConsent) {
  const Plan plan = make_plan(catalog(), GetParam().facts, {.consents = {}});
  for (const PlannedMethod& planned : plan.methods) ADD_FAILURE() << planned.method.id;
  for (const SkippedMethod& skip : plan.skipped) {
    const bool quiet = skip.skip.reason == SkipReason::not_triggered || skip.skip.reason == SkipReason::architecture ||
                       skip.skip.reason == SkipReason::skip_rule || skip.skip.reason == SkipReason::consent;
    EXPECT_TRUE(quiet) << skip.id << ": " << skip_reason_name(skip.skip.reason) << ", " << skip.skip.why;
  }
}

INSTANTIATE_TEST_SUITE_P(All, HealthyFacts,
                         testing::Values(Healthy{"plain", plain()}, Healthy{"stream", stream()},
                                         Healthy{"tensor_product", tensor_product()},
                                         Healthy{"fp32_product", fp32_product()}, Healthy{"stencil", stencil()},
                                         Healthy{"reduction", reduction()}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(Triggers, HitRatesAloneCallForNothing) {
  Facts facts = with(stream(), {{"dram.share", 0.5}, {"l1.hit", 0}, {"l2.hit", 0}});
  EXPECT_TRUE(make_plan(catalog(), facts, {.consents = {}}).methods.empty());
}

TEST(Triggers, StencilIsNotToldToTileRegisters) {
  const Facts slow = with(stencil(), {{"dram.share", 0.4},
                                      {"hot.is_loop", 1},
                                      {"load.times", 27},
                                      {"gain.reuse", 3},
                                      {"shared.share", 0.8},
                                      {"gain.less_shared", 2}});
  for (const PlannedMethod& planned : make_plan(catalog(), slow).methods) {
    EXPECT_NE(planned.method.id, "compute.ilp_unroll_register_tile");
  }
}

TEST(Triggers, TensorCoresAreForContractionsOfTheirTypes) {
  const auto asks = [](const Facts& facts) {
    const Plan plan = make_plan(catalog(), facts, {.slots = 20});
    return std::any_of(plan.methods.begin(), plan.methods.end(),
                       [](const PlannedMethod& planned) { return planned.method.id == "compute.tensor_core"; });
  };
  const Facts narrow = with(fp32_product(), {{"pipe.fma", 0.4}, {"product.narrow", 1}, {"gain.tensor", 5}});
  EXPECT_TRUE(asks(narrow));
  EXPECT_TRUE(asks(with(narrow, {{"product.narrow", 0}, {"product.fp64", 1}}))) << "9.0 has tensor cores for fp64";
  EXPECT_FALSE(asks(with(narrow, {{"meaning.matrix_product", 0}})));
  EXPECT_FALSE(asks(with(narrow, {{"product.narrow", 0}, {"product.fp32", 1}})));
  EXPECT_FALSE(asks(with(narrow, {{"load.times", 2}, {"shared.share", 0}}))) << "too little is used again";
}

TEST(Triggers, ProductOfFp32HasTensorCoresWithConsentAlone) {
  const Facts facts = with(fp32_product(), {{"product.fp32", 1}, {"gain.tensor", 5}});
  const auto names_tensor_cores = [&](const PlanRequest& request) {
    const Plan plan = make_plan(catalog(), facts, request);
    return std::any_of(plan.methods.begin(), plan.methods.end(), [](const PlannedMethod& planned) {
      return planned.method.id == "compute.tensor_core" || planned.method.id == "compute.tf32_emulation" ||
             planned.method.id == "compute.mixed_precision";
    });
  };
  EXPECT_FALSE(names_tensor_cores({.slots = 20, .consents = {}}));
  EXPECT_TRUE(names_tensor_cores({.slots = 20, .consents = {Consent::numerics}}));
}

struct Planted {
  const char* name;
  Facts facts;
  const char* method;  // the one that must come first
};

class PlantedFacts : public testing::TestWithParam<Planted> {};

TEST_P(PlantedFacts, CallsForItsMethodFirst) {
  const Plan plan = make_plan(catalog(), GetParam().facts);
  ASSERT_FALSE(plan.methods.empty());
  EXPECT_EQ(plan.methods[0].method.id, GetParam().method);
}

// Slower than the ceiling, so that the cause and not the ceiling decides.
Facts slow(const Facts& changes) {
  return with(with(stream(), {{"dram.share", 0.3},
                              {"stall.long_scoreboard", 0.3},
                              {"hot.overhead_share", 0.3},
                              {"bound.memory", 0.5},
                              {"bound.latency", 0.5}}),
              changes);
}

INSTANTIATE_TEST_SUITE_P(
    All, PlantedFacts,
    testing::Values(
        Planted{"uncoalesced",
                slow({{"gain.coalesced_loads", 4},
                      {"gain.coalesced", 4},
                      {"load.excess", 8},
                      {"load.sectors", 32},
                      {"stall.lg", 0.4},
                      {"bound.memory", 0.8},
                      {"bound.latency", 0.2}}),
                "memory.coalesced_access"},
        Planted{"bank_conflicts",
                slow({{"gain.no_conflicts", 8},
                      {"shared.excess", 16},
                      {"shared.share", 0.9},
                      {"stall.mio", 0.5},
                      {"hot.load_shared", 4},
                      {"bound.memory", 0.8}}),
                "memory.bank_conflict"},
        Planted{"spills",
                slow({{"gain.no_local", 3},
                      {"kernel.spill_loads", 40},
                      {"kernel.spill_stores", 30},
                      {"hot.load_local", 10},
                      {"local.share", 0.6},
                      {"kernel.registers", 255}}),
                "memory.register_pressure"},
        Planted{"local_array",
                slow({{"gain.no_local", 3}, {"kernel.indexed_local", 8}, {"hot.load_local", 4}, {"local.share", 0.6}}),
                "memory.local_array"},
        Planted{"tiny_grid",
                slow({{"gain.even", 16},
                      {"grid.tail", 16},
                      {"grid.busy_sms", 0.06},
                      {"grid.blocks", 8},
                      {"grid.waves", 0.01},
                      {"warps.active", 0.1}}),
                "latency.more_blocks"},
        Planted{"launch_bound",
                slow({{"time.launch_share", 0.9},
                      {"time.us", 2.5},
                      {"bound.launch", 0.9},
                      {"bound.memory", 0.1},
                      {"bound.latency", 0}}),
                "latency.cuda_graphs"},
        Planted{"tail",
                slow({{"gain.even", 1.9},
                      {"grid.rounding", 1.9},
                      {"grid.waves", 1.05},
                      {"grid.tail", 1.9},
                      {"bound.tail", 0.45},
                      {"bound.memory", 0.5},
                      {"bound.latency", 0.05}}),
                "latency.persistent_kernel"},
        Planted{"uneven_blocks",
                slow({{"gain.even", 2.5},
                      {"grid.imbalance", 2.5},
                      {"grid.tail", 2.5},
                      {"bound.tail", 0.6},
                      {"bound.latency", 0}}),
                "latency.balance_work"},
        Planted{"atomics",
                slow({{"gain.no_global_atomics", 8},
                      {"hot.atomic", 1},
                      {"atomic.share", 0.9},
                      {"atomic.contention", 1},
                      {"meaning.map", 0},
                      {"meaning.histogram", 1}}),
                "latency.warp_aggregated_atomics"},
        Planted{"barriers",
                slow({{"gain.no_barriers", 3},
                      {"barrier.share", 0.05},
                      {"hot.block_barriers", 2},
                      {"stall.barrier", 0.6},
                      {"hot.load_shared", 2},
                      {"hot.store_shared", 2},
                      {"hot.is_loop", 1},
                      {"stall.long_scoreboard", 0.05},
                      {"bound.memory", 0.2},
                      {"bound.latency", 0.8}}),
                "latency.reduce_sync_count"},
        Planted{"fences", slow({{"stall.membar", 0.6}, {"bound.memory", 0.2}, {"bound.latency", 0.8}}),
                "latency.fewer_fences"},
        Planted{"divergence",
                slow({{"gain.converged", 3},
                      {"lanes.active", 0.2},
                      {"branch.diverged", 0.5},
                      {"bound.compute", 0.6},
                      {"bound.memory", 0.2},
                      {"bound.latency", 0.2}}),
                "compute.branch_eliminate"},
        Planted{"fp64_by_accident",
                slow({{"gain.no_fp64", 2},
                      {"fp64.share", 0.3},
                      {"hot.fp64", 8},
                      {"hot.convert", 4},
                      {"hot.fp32", 2},
                      {"pipe.fp64", 0.9},
                      {"bound.compute", 0.9},
                      {"bound.memory", 0.1},
                      {"bound.latency", 0}}),
                "compute.fp64_to_fp32"},
        Planted{"integer_division",
                slow({{"gain.no_divisions", 1.8},
                      {"divide.share", 0.01},
                      {"hot.integer", 40},
                      {"hot.convert", 4},
                      {"hot.special", 2},
                      {"hot.instructions", 60},
                      {"pipe.alu", 0.7},
                      {"bound.compute", 0.9},
                      {"bound.memory", 0.1},
                      {"bound.latency", 0}}),
                "compute.strength_reduce"},
        Planted{"dependency_chain",
                slow({{"gain.parallel", 1.9},
                      {"stall.wait", 0.7},
                      {"warps.active", 0.25},
                      {"issue.share", 0.25},
                      {"hot.is_loop", 1},
                      {"stall.long_scoreboard", 0.02},
                      {"bound.latency", 0.9},
                      {"bound.memory", 0.1}}),
                "latency.independent_chains"},
        Planted{"occupancy_by_registers",
                slow({{"gain.occupancy", 4},
                      {"occupancy.by_registers", 1},
                      {"occupancy.fraction", 0.125},
                      {"occupancy.blocks", 1},
                      {"warps.active", 0.12},
                      {"kernel.registers", 255},
                      {"bound.latency", 0.8},
                      {"bound.memory", 0.2}}),
                "latency.launch_bounds"},
        Planted{"occupancy_by_shared",
                slow({{"gain.occupancy", 4},
                      {"occupancy.by_shared", 1},
                      {"occupancy.fraction", 0.125},
                      {"occupancy.blocks", 1},
                      {"warps.active", 0.12},
                      {"kernel.shared_bytes", 200000},
                      {"bound.latency", 0.8},
                      {"bound.memory", 0.2}}),
                "latency.shared_footprint"},
        Planted{"narrow",
                slow({{"gain.wide_access", 1.8},
                      {"load.bytes_a_lane", 1},
                      {"stall.lg", 0.5},
                      {"pipe.lsu", 0.8},
                      {"bound.memory", 0.3},
                      {"bound.latency", 0.7}}),
                "memory.vectorized_access"},
        Planted{"reuse",
                slow({{"gain.reuse", 3},
                      {"load.times", 64},
                      {"meaning.map", 0},
                      {"dram.excess", 4},
                      {"l2.share", 0.9},
                      {"bound.memory", 0.9},
                      {"bound.latency", 0.1}}),
                "memory.tiling_smem"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace trigger_test
}  // namespace whet
