#include "vgpu/time/time_model.h"

#include <gtest/gtest.h>

#include <numeric>

#include "vgpu/join_support.h"
#include "vgpu/time/calibration.h"
#include "vgpu/time/warp_path.h"

namespace whet::vgpu {

namespace time_model_test {

using enum OpClass;

TimeParameters parameters_of(std::string_view name) {
  const Knowledge knowledge;
  const auto gpu = Hardware(knowledge).gpu(name);
  EXPECT_TRUE(gpu.ok());
  auto parameters = time_parameters(*gpu, knowledge);
  EXPECT_TRUE(parameters.ok()) << (parameters ? "" : describe(parameters.error()));
  return *parameters;
}

// All blocks do the same work.
TimeFeatures spread_evenly(TimeFeatures f) {
  GridWork work(static_cast<uint64_t>(f.blocks));
  const auto each = static_cast<uint64_t>(f.path_stalls), warps = static_cast<uint64_t>(f.warps_per_block);
  for (uint64_t block = 0; block < work.grid_blocks(); ++block) {
    work.add(block, {each * warps, each, 8 * warps});
  }
  settle_work(f, work, 132);
  return f;
}

// Each warp loads, adds and stores 1024 bytes; 64 Mi floats.
TimeFeatures copy() {
  TimeFeatures f;
  f.blocks = 32768, f.warps_per_block = 8, f.resident_blocks = 8;
  const double warps = f.blocks * f.warps_per_block * 8;  // as many as if each handled 128 bytes
  f.issued = 20 * warps, f.alu = 8 * warps, f.lsu = 2 * warps;
  f.global_requests = 2 * warps, f.global_lines = 2 * warps, f.global_sectors = 8 * warps;
  f.l2_bytes = f.dram_bytes = 256 * warps;
  f.path_stalls = 480, f.path_dram = 0.8, f.path_short = 1;
  return spread_evenly(f);
}

// Chains of multiply-adds on registers.
TimeFeatures multiply_adds() {
  TimeFeatures f;
  f.blocks = 132 * 64, f.warps_per_block = 8, f.resident_blocks = 8;
  const double warps = f.blocks * f.warps_per_block;
  f.issued = 4200 * warps, f.fp32 = 4096 * warps;
  f.path_stalls = 4200;
  return spread_evenly(f);
}

TimeFeatures bank_conflicts() {
  TimeFeatures f = multiply_adds();
  f.fp32 = 0;
  f.shared_wavefronts = 16 * f.issued / 4;
  return f;
}

const Bound& bound(const TimeEstimate& estimate, std::string_view name) {
  for (const Bound& bound : estimate.bounds) {
    if (bound.name == name) return bound;
  }
  ADD_FAILURE() << "no bound " << name;
  return estimate.bounds.front();
}

TEST(TimeModel, ACopyIsBoundByDram) {
  const TimeEstimate estimate = estimate_time(copy(), parameters_of("h200"));
  EXPECT_EQ(estimate.bounds.front().name, "DRAM");
  EXPECT_NEAR(estimate.seconds, 2.0 * 256 * 262144 * 8 / 2 / 4.8e12, 0.4 * estimate.seconds);
}

TEST(TimeModel, MultiplyAddsAreBoundByTheirPipe) {
  TimeParameters h200 = parameters_of("h200");
  h200.pipe_efficiency = 0.9;
  EXPECT_EQ(estimate_time(multiply_adds(), h200).bounds.front().name, "FP32 pipe");
}

TEST(TimeModel, BankConflictsAreBoundBySharedMemory) {
  EXPECT_EQ(estimate_time(bank_conflicts(), parameters_of("h200")).bounds.front().name, "shared memory");
}

TEST(TimeModel, ALoneBlockIsBoundByLatencyAndLeavesTheGpuIdle) {
  TimeFeatures f = copy();
  const double share = 1 / f.blocks;
  for (double* count : {&f.issued, &f.alu, &f.lsu, &f.global_requests, &f.global_lines, &f.global_sectors, &f.l2_bytes,
                        &f.dram_bytes}) {
    *count *= share;
  }
  f.blocks = 1;
  f.instructions = 0;
  const TimeEstimate estimate = estimate_time(spread_evenly(f), parameters_of("h200"));
  EXPECT_EQ(estimate.bounds.front().name, "latency");
  EXPECT_GT(estimate.tail, 5);
  EXPECT_EQ(estimate.latency_parts.front().name, "global memory");
}

TEST(TimeModel, TwiceTheDramBytesOfACopyTakeNearlyTwiceAsLong) {
  const TimeParameters h200 = parameters_of("h200");
  TimeFeatures twice = copy();
  twice.dram_bytes *= 2;
  const double ratio = estimate_time(twice, h200).seconds / estimate_time(copy(), h200).seconds;
  EXPECT_GT(ratio, 1.8);
  EXPECT_LT(ratio, 2.001);
}

TEST(TimeModel, ALaunchTakesAtLeastTheCourseOfItsBlocks) {
  const TimeParameters h200 = parameters_of("h200");
  TimeFeatures waits = copy();
  const double before = estimate_time(waits, h200).seconds;
  waits.course_cycles = 1;
  EXPECT_EQ(estimate_time(waits, h200).seconds, before);
  waits.course_cycles = 2 * before * h200.clock_hz;
  const TimeEstimate estimate = estimate_time(waits, h200);
  EXPECT_NEAR(estimate.seconds, 2 * before + h200.launch_seconds, 1e-9);
  EXPECT_EQ(estimate.bounds.front().name, "waiting");
  EXPECT_GT(estimate.bounds.front().sensitivity, 0.9);
  EXPECT_EQ(bound(estimate, "DRAM").sensitivity, 0);
  EXPECT_EQ(modelled_seconds(waits, h200), estimate.seconds);
}

TEST(TimeModel, SensitivityIsTheSlopeOfTheTime) {
  const TimeParameters h200 = parameters_of("h200");
  TimeFeatures more = copy();
  more.dram_bytes *= 1.001;
  const TimeEstimate before = estimate_time(copy(), h200), after = estimate_time(more, h200);
  const double slope = (after.seconds / before.seconds - 1) / 0.001;
  EXPECT_NEAR(bound(before, "DRAM").sensitivity, slope, 0.01);
}

TEST(TimeModel, SensitivitiesAndLaunchMakeUpTheWhole) {
  const TimeEstimate e = estimate_time(copy(), parameters_of("h200"));
  const double sum = std::accumulate(e.bounds.begin(), e.bounds.end(), 0.0,
                                     [](double total, const Bound& bound) { return total + bound.sensitivity; });
  EXPECT_NEAR(sum + e.launch_seconds / e.seconds, 1, 1e-9);
}

TEST(TimeModel, MoreOfAnythingNeverTakesLess) {
  const TimeParameters h200 = parameters_of("h200");
  const TimeFeatures base = copy();
  const double before = estimate_time(base, h200).seconds;
  for (double TimeFeatures::* count :
       {&TimeFeatures::issued, &TimeFeatures::fp32, &TimeFeatures::alu, &TimeFeatures::fp64, &TimeFeatures::special,
        &TimeFeatures::lsu, &TimeFeatures::mma_f16, &TimeFeatures::shared_wavefronts, &TimeFeatures::global_lines,
        &TimeFeatures::l2_bytes, &TimeFeatures::dram_bytes, &TimeFeatures::atomic_serial, &TimeFeatures::path_dram,
        &TimeFeatures::hot_sectors, &TimeFeatures::path_barriers}) {
    TimeFeatures more = base;
    more.*count = more.*count * 2 + 1e9;
    EXPECT_GE(estimate_time(more, h200).seconds, before);
  }
}

TEST(TimeModel, OneBlockMoreThanAFullWaveCostsAnotherRound) {
  const TimeParameters h200 = parameters_of("h200");
  TimeFeatures full = multiply_adds();
  const double each = full.issued / full.blocks;
  const auto with_blocks = [&](double blocks) {
    TimeFeatures f = full;
    f.blocks = blocks, f.issued = each * blocks, f.fp32 = each * blocks;
    f.instructions = 0;
    return estimate_time(spread_evenly(f), h200).seconds - h200.launch_seconds;
  };
  EXPECT_NEAR(with_blocks(133) / with_blocks(132), 2, 0.3);
}

TEST(TimeModel, WhatASampleLeavesOpenWidensTheRange) {
  const TimeParameters h200 = parameters_of("h200");
  TimeFeatures sampled = copy();
  sampled.sampling_error = 0.5;
  const TimeEstimate all = estimate_time(copy(), h200), part = estimate_time(sampled, h200);
  EXPECT_EQ(part.seconds, all.seconds);
  EXPECT_GT(part.high_seconds, 1.2 * all.high_seconds);
  EXPECT_LT(part.low_seconds, all.low_seconds);
}

TEST(TimeModel, AGpuThatWasNotMeasuredHasAWiderRange) {
  const TimeParameters measured = parameters_of("h200"), other = parameters_of("a100-sxm4-80gb");
  EXPECT_EQ(measured.calibrated_on, "h200");
  EXPECT_EQ(other.calibrated_on, "h200");
  EXPECT_GT(other.relative_error, measured.relative_error);
  EXPECT_EQ(other.fp32, 64);
  const TimeEstimate estimate = estimate_time(copy(), other);
  EXPECT_LT(estimate.low_seconds, estimate.seconds);
  EXPECT_GT(estimate.high_seconds, estimate.seconds);
}

TEST(TimeModel, EveryNvidiaGpuOfTheSheetsHasParameters) {
  const Knowledge knowledge;
  const auto gpus = Hardware(knowledge).all_gpus();
  ASSERT_TRUE(gpus.ok());
  for (const FactSheet& sheet : *gpus) {
    if (!sheet.find("compute_capability") || !sheet.number("memory_bandwidth")) continue;
    const TimeParameters parameters = parameters_of(sheet.id);
    EXPECT_GT(parameters.fp32, 0) << sheet.id;
    EXPECT_GT(parameters.l2_bytes_per_second, parameters.dram_bytes_per_second) << sheet.id;
  }
}

TEST(TimeFeatures, ComeBackFromJson) {
  const auto back = time_features_from_json(to_json(copy()), "features.json");
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(to_json(*back).dump(), to_json(copy()).dump());
  Json without = to_json(copy());
  without["dram_bytes"] = "many";
  const auto bad = time_features_from_json(without, "features.json");
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().where, "features.json");
}

TEST(Calibration, AConstantOutOfItsRangeNamesTheLine) {
  TimeParameters parameters;
  const HowObtained how = [](const CalibratedConstant&) { return std::string("test"); };
  std::string text = calibration_text(parameters_of("h200"), how, "2026-01-01");
  EXPECT_TRUE(apply_calibration(text, "a.toml", parameters).ok());
  text.replace(text.find("value = "), 9, "value = 99");
  const auto bad = apply_calibration(text, "a.toml", parameters);
  ASSERT_FALSE(bad.ok());
  EXPECT_TRUE(bad.error().where.starts_with("a.toml:")) << bad.error().where;
}

TEST(Expansion, TheFirstRowThatFitsIsTaken) {
  const auto rows = parse_expansions(
      "[[expand]]\nopcode = \"div\"\ntypes = [\"f32\"]\nfp32 = 5.0\nspecial = 1.0\n[[expand]]\nopcode = \"div\"\nalu = "
      "20.0\n",
      "e.toml");
  ASSERT_TRUE(rows.ok());
  ptx::Instruction in;
  in.opcode = "div";
  in.modifiers = {"rn", "f32"};
  EXPECT_EQ(rows->of(in).issued(), 6);
  in.modifiers = {"s32"};
  EXPECT_EQ(rows->of(in).alu, 20);
  in.opcode = "and";
  EXPECT_EQ(rows->of(in).issued(), 1);
}

TEST(Expansion, AMisspeltPipeNamesTheLine) {
  const auto rows = parse_expansions("[[expand]]\nopcode = \"div\"\nfp23 = 5.0\n", "e.toml");
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(rows.error().where, "e.toml:3");
}

ControlWord sets(uint8_t scoreboard) {
  ControlWord control;
  control.stall = 2;
  control.write_barrier = scoreboard;
  return control;
}

ControlWord waits(uint8_t scoreboard) {
  ControlWord control;
  control.stall = 4;
  control.wait_mask = static_cast<uint8_t>(1 << scoreboard);
  return control;
}

TEST(WarpPath, LoadsInFlightTogetherAreOneWait) {
  const test::HandCode hand = test::hand_code({{1, {"LDG", load_global, std::nullopt, false, sets(0)}},
                                               {1, {"LDG", load_global, std::nullopt, false, sets(1)}},
                                               {1, {"FADD", fp32, std::nullopt, false, waits(0)}},
                                               {1, {"FADD", fp32, std::nullopt, false, waits(1)}},
                                               {1, {"EXIT", OpClass::branch}}});
  const std::vector<LoadMix> from_dram(hand.code.instructions.size(), {.dram = 1});
  EXPECT_NEAR(block_paths(hand.code, from_dram)[0].global.dram, 1, 0.05);
}

TEST(WarpPath, AWaitBelongsToTheInstructionThatWaits) {
  const test::HandCode hand = test::hand_code({{1, {"LDG", load_global, std::nullopt, false, sets(0)}},
                                               {1, {"FADD", fp32, std::nullopt, false, waits(0)}},
                                               {1, {"EXIT", OpClass::branch}}});
  const std::vector<LoadMix> from_dram(hand.code.instructions.size(), {.dram = 1});
  const std::vector<WarpPath> paths = instruction_paths(hand.code, from_dram);
  ASSERT_EQ(paths.size(), 3u);
  EXPECT_EQ(paths[0].global.dram, 0);
  EXPECT_NEAR(paths[1].global.dram, 1, 0.05);
  EXPECT_EQ(paths[1].stalls, 4);
  EXPECT_EQ(block_paths(hand.code, from_dram)[0].global.dram, paths[1].global.dram);
}

TEST(WarpPath, AWaitIsCountedWhereTheDataComesFrom) {
  const test::HandCode hand = test::hand_code({{1, {"LDG", load_global, std::nullopt, false, sets(0)}},
                                               {1, {"FADD", fp32, std::nullopt, false, waits(0)}},
                                               {1, {"EXIT", OpClass::branch}}});
  const std::vector<LoadMix> mixes(hand.code.instructions.size(), {.l1 = 0.75, .l2 = 0.25});
  const WarpPath path = block_paths(hand.code, mixes)[0];
  EXPECT_NEAR(path.global.l1, 0.75, 0.05);
  EXPECT_NEAR(path.global.l2, 0.25, 0.05);
  EXPECT_EQ(path.global.dram, 0);
}

TEST(WarpPath, ALoadOfThePassBeforeIsHalfDoneWhenWaitedFor) {
  const test::HandCode hand = test::hand_code({{1, {"FADD", fp32, std::nullopt, false, waits(0)}},
                                               {1, {"LDG", load_global, std::nullopt, false, sets(0)}},
                                               {1, {"BRA", OpClass::branch, 0, true}},
                                               {1, {"EXIT", OpClass::branch}}});
  const std::vector<LoadMix> from_dram(hand.code.instructions.size(), {.dram = 1});
  EXPECT_NEAR(block_paths(hand.code, from_dram)[0].global.dram, 1, 0.05);
}

// cp.async, commit, and a wait that leaves this many groups in flight.
WarpPath copy_and_wait(uint64_t in_flight) {
  test::HandCode hand = test::hand_code({{1, {"LDGSTS", async_copy}},
                                         {1, {"LDGDEPBAR", OpClass::barrier, std::nullopt, false, sets(0)}},
                                         {1, {"DEPBAR", OpClass::barrier}},
                                         {1, {"EXIT", OpClass::branch}}});
  hand.code.instructions[2].low = 1ull << 47 | in_flight << 38;
  std::vector<LoadMix> mixes(hand.code.instructions.size());
  mixes[0] = {.dram = 1};
  return block_paths(hand.code, mixes)[0];
}

TEST(WarpPath, ACopyThatIsWaitedForAtOnceTakesItsLatency) {
  EXPECT_NEAR(copy_and_wait(0).global.dram, 1, 0.05);
  EXPECT_EQ(copy_and_wait(1).global.dram, 0);
}

TEST(WarpPath, AFenceWaitsForL2) {
  test::HandCode hand = test::hand_code({{1, {"MEMBAR", OpClass::barrier}}, {1, {"EXIT", OpClass::branch}}});
  const std::vector<LoadMix> mixes(hand.code.instructions.size());
  hand.code.instructions[0].modifiers = ".SC.GPU";
  EXPECT_EQ(block_paths(hand.code, mixes)[0].global.l2, 0.5);
  hand.code.instructions[0].modifiers = ".SC.CTA";
  EXPECT_EQ(block_paths(hand.code, mixes)[0].global.l2, 0);
}

}  // namespace time_model_test

}  // namespace whet::vgpu
