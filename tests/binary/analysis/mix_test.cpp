#include "binary/analysis/mix.h"

#include <gtest/gtest.h>

#include "binary/analysis/schedule.h"
#include "support/code.h"

namespace whet {
namespace mix_test {

using test::code;

TEST(Mix, FillersAreNotWorkButTheirStallsCount) {
  const auto mix = mix_of(code({{.name = "FFMA", .op_class = OpClass::fp32, .control = {.stall = 4}},
                                {.name = "NOP", .op_class = OpClass::filler, .control = {.stall = 2}}}));
  EXPECT_EQ(mix.total, 1);
  EXPECT_EQ(mix.fillers, 1);
  EXPECT_EQ(mix.stall_cycles, 6);
}

TEST(Mix, MovesAreNotMath) {
  const auto mix = mix_of(code({{"FFMA", OpClass::fp32}, {"IMAD", OpClass::move}, {"MUFU", OpClass::special}}));
  EXPECT_EQ(mix.math(), 2);
}

TEST(Mix, BytesComeFromWidths) {
  const auto mix = mix_of(code({{.name = "LDG", .op_class = OpClass::load_global, .width_bytes = 16},
                                {.name = "LDG", .op_class = OpClass::load_global, .width_bytes = 4}}));
  EXPECT_EQ(mix.bytes_per_warp(OpClass::load_global), 32 * 20);
  EXPECT_EQ(mix.by_width.at(OpClass::load_global).at(16), 1);
}

TEST(Mix, CountsFloatingPointWorkOfAWarp) {
  auto instructions =
      code({{"FFMA", OpClass::fp32}, {"FADD", OpClass::fp32}, {"HFMA2", OpClass::fp16}, {"HFMA2", OpClass::move}});
  EXPECT_EQ(mix_of(instructions).flops_per_warp, 64 + 32 + 128);
  Instruction mma;
  mma.name = "HMMA";
  mma.op_class = OpClass::tensor;
  mma.tensor_shape = {16, 8, 16};
  EXPECT_EQ(flops_of(mma), 2 * 16 * 8 * 16);
  mma.name = "HGMMA";
  mma.tensor_shape = {64, 128, 16};
  EXPECT_EQ(flops_of(mma), 2.0 * 64 * 128 * 16 / 4);
}

ControlWord sets(uint8_t barrier) {
  return {.stall = 1, .write_barrier = barrier};
}
ControlWord waits(uint8_t mask) {
  return {.stall = 1, .wait_mask = mask};
}

const std::vector<uint32_t> k_four{0, 1, 2, 3};

TEST(Schedule, MeasuresTheDistanceFromALoadToItsWaiter) {
  const auto instructions = code({{.name = "LDG", .op_class = OpClass::load_global, .control = sets(2)},
                                  {"FFMA", OpClass::fp32},
                                  {"FFMA", OpClass::fp32},
                                  {.name = "STS", .op_class = OpClass::store_shared, .control = waits(1 << 2)}});
  const Schedule schedule = schedule_of(instructions, k_four);
  ASSERT_EQ(schedule.global_loads.size(), 1u);
  EXPECT_EQ(schedule.global_loads[0].waiter, 3u);
  EXPECT_EQ(schedule.global_loads[0].distance, 3);
  EXPECT_EQ(schedule.global_loads[0].math, 2);
  EXPECT_EQ(schedule.scoreboard_waits, 1);
}

TEST(Schedule, FollowsALoadRoundTheLoop) {
  const auto instructions = code({{.name = "STS", .op_class = OpClass::store_shared, .control = waits(1 << 1)},
                                  {.name = "LDG", .op_class = OpClass::load_global, .control = sets(1)},
                                  {"FFMA", OpClass::fp32},
                                  {"BRA", OpClass::branch}});
  const Schedule schedule = schedule_of(instructions, k_four);
  EXPECT_EQ(schedule.global_loads[0].waiter, 0u);
  EXPECT_EQ(schedule.global_loads[0].math, 1);
}

TEST(Schedule, CopyWaitedForBeforeMathDoesNotOverlap) {
  const auto instructions = code({{"LDGSTS", OpClass::async_copy},
                                  {"DEPBAR", OpClass::barrier},
                                  {"FFMA", OpClass::fp32},
                                  {"BRA", OpClass::branch}});
  EXPECT_EQ(schedule_of(instructions, k_four).async_overlaps, false);
}

TEST(Schedule, MathBetweenCopyAndWaitOverlaps) {
  const auto instructions = code({{"LDGSTS", OpClass::async_copy},
                                  {"FFMA", OpClass::fp32},
                                  {"DEPBAR", OpClass::barrier},
                                  {"BRA", OpClass::branch}});
  EXPECT_EQ(schedule_of(instructions, k_four).async_overlaps, true);
}

TEST(Schedule, WaitThatLeavesGroupsRunningOverlaps) {
  auto instructions = code({{"LDGSTS", OpClass::async_copy},
                            {"DEPBAR", OpClass::barrier},
                            {"FFMA", OpClass::fp32},
                            {"BRA", OpClass::branch}});
  instructions[1].low = uint64_t{2} << 38;
  const Schedule schedule = schedule_of(instructions, k_four);
  EXPECT_EQ(schedule.groups_in_flight, 2);
  EXPECT_EQ(schedule.async_overlaps, true);
}

TEST(Schedule, WithoutCopiesNothingIsSaidOfOverlap) {
  const auto instructions =
      code({{"FFMA", OpClass::fp32}, {"FFMA", OpClass::fp32}, {"FFMA", OpClass::fp32}, {"BRA", OpClass::branch}});
  EXPECT_FALSE(schedule_of(instructions, k_four).async_overlaps.has_value());
}

}  // namespace mix_test
}  // namespace whet
