#include "hardware/occupancy.h"

#include <gtest/gtest.h>

namespace whet {
namespace occupancy_test {

constexpr int operator""_KiB(unsigned long long kib) {
  return static_cast<int>(kib * 1024);
}

SmLimits limits(const char* capability) {
  const Knowledge knowledge;
  return *sm_limits(*Hardware(knowledge).capability(capability));
}

Occupancy run(const BlockUse& use, const char* capability = "9.0") {
  return *occupancy(use, limits(capability));
}

std::string refusal(const BlockUse& use, const char* capability = "9.0") {
  const auto result = occupancy(use, limits(capability));
  return result ? "fits" : result.error().what;
}

TEST(Occupancy, RegistersLimitBeforeSharedMemory) {
  const Occupancy o = run({.threads = 256, .registers = 128, .shared_bytes = 16_KiB});
  EXPECT_EQ(o.blocks, 2);
  EXPECT_EQ(o.limited_by, Limiter::registers);
  EXPECT_EQ(o.warps, 16);
  EXPECT_DOUBLE_EQ(o.fraction, 0.25);
}

TEST(Occupancy, TheWorkedExampleOfTheHeader) {
  const Occupancy o = run({.threads = 256, .registers = 40, .shared_bytes = 20000});
  const std::vector<std::pair<Limiter, int>> expected{
      {Limiter::threads, 8}, {Limiter::registers, 6}, {Limiter::shared_memory, 11}, {Limiter::block_slots, 32}};
  EXPECT_EQ(o.limits, expected);
  EXPECT_EQ(o.blocks, 6);
  EXPECT_EQ(o.shared_per_block, 21120);
}

TEST(Occupancy, SmallBlocksRunOutOfSlots) {
  const Occupancy o = run({.threads = 32, .registers = 16});
  EXPECT_EQ(o.blocks, 32);
  EXPECT_EQ(o.limited_by, Limiter::block_slots);
  EXPECT_DOUBLE_EQ(o.fraction, 0.5);
  EXPECT_EQ(run({.threads = 32, .registers = 16}, "8.6").blocks, 16);
  EXPECT_EQ(run({.threads = 32, .registers = 16}, "8.9").blocks, 24);
}

TEST(Occupancy, TheReservedKibibyteCounts) {
  EXPECT_EQ(run({.threads = 32, .registers = 16, .shared_bytes = 113_KiB}).blocks, 2);
  EXPECT_EQ(run({.threads = 32, .registers = 16, .shared_bytes = 113_KiB + 1}).blocks, 1);
  EXPECT_EQ(run({.threads = 32, .registers = 16, .shared_bytes = 48_KiB}, "7.0").blocks, 2)
      << "nothing reserved before 8.0";
}

TEST(Occupancy, ACarveOutKeepsSharedMemorySmall) {
  const BlockUse use{.threads = 32, .registers = 16, .shared_bytes = 7_KiB};
  EXPECT_EQ(run(use).blocks, 28);
  BlockUse mostly_l1 = use;
  mostly_l1.carve_out = 0;
  EXPECT_EQ(run(mostly_l1).blocks, 1) << "the SM is set to the 8 KiB one block needs";
}

TEST(Occupancy, BarriersLimitFromHopperOn) {
  EXPECT_EQ(run({.threads = 32, .registers = 16, .barriers = 16}).blocks, 4);
  EXPECT_EQ(run({.threads = 32, .registers = 16, .barriers = 16}).limited_by, Limiter::barriers);
  EXPECT_EQ(run({.threads = 32, .registers = 16, .barriers = 16}, "8.0").blocks, 32);
}

TEST(Occupancy, AnImpossibleBlockNamesTheLimit) {
  EXPECT_EQ(refusal({.threads = 0}), "the block cannot run: 0 threads, the limit is 1 to 1024");
  EXPECT_EQ(refusal({.threads = 1025}), "the block cannot run: 1025 threads, the limit is 1 to 1024");
  EXPECT_EQ(refusal({.threads = 32, .registers = 257}),
            "the block cannot run: 257 registers a thread, the limit is 255");
  EXPECT_EQ(refusal({.threads = 1024, .registers = 65}),
            "the block cannot run: 1024 threads of 65 registers need 73728 registers, the limit is 65536 a block");
  EXPECT_EQ(refusal({.threads = 32, .shared_bytes = 227_KiB + 1}),
            "the block cannot run: 232449 bytes of shared memory, the limit is 232448 a block");
  EXPECT_EQ(refusal({.threads = 32, .shared_bytes = 48_KiB + 1, .shared_opt_in = false}),
            "the block cannot run: 49153 bytes of shared memory, the limit is 49152 a block without opting in to more");
  EXPECT_EQ(refusal({.threads = 32, .barriers = 65}), "the block cannot run: 65 barriers, the SM has 64");
  EXPECT_EQ(occupancy({.threads = 0}, limits("9.0")).error().kind, ErrorKind::bad_input);
}

TEST(Occupancy, ASheetThatLacksAFactIsRefusedByName) {
  const Knowledge knowledge;
  const auto none = sm_limits(*Hardware(knowledge).capability("gfx942"));
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().what, "the occupancy of `gfx942` cannot be computed: its fact `warp_size` is not known");
}

TEST(NextBlock, SaysHowFarRegistersMustComeDown) {
  const auto next = next_block({.threads = 256, .registers = 128}, limits("9.0"));
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->blocks, 3);
  EXPECT_EQ(next->registers, 80);
  EXPECT_FALSE(next->shared_bytes || next->threads || next->barriers);
  EXPECT_EQ(next->threads_alone, 160);
}

TEST(NextBlock, SaysHowManyBytesToDrop) {
  const auto next = next_block({.threads = 128, .registers = 32, .shared_bytes = 100_KiB}, limits("9.0"));
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->blocks, 3);
  EXPECT_EQ(next->shared_bytes, 75_KiB);
  EXPECT_FALSE(next->registers || next->threads || next->threads_alone);
}

TEST(NextBlock, NamesEverythingThatMustGiveWay) {
  const auto next = next_block({.threads = 1024, .registers = 32, .shared_bytes = 100_KiB}, limits("9.0"));
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->threads, 672);
  EXPECT_EQ(next->shared_bytes, 75_KiB);
  EXPECT_FALSE(next->registers.has_value()) << "smaller blocks already free the registers";
}

TEST(NextBlock, NothingHelpsWhenTheSlotsAreFull) {
  EXPECT_FALSE(next_block({.threads = 32, .registers = 16}, limits("9.0")).has_value());
  EXPECT_FALSE(next_block({.threads = 0}, limits("9.0")).has_value());
}

TEST(NextBlock, NothingHelpsWhenTheCarveOutHoldsNoMore) {
  EXPECT_FALSE(next_block({.threads = 32, .registers = 16, .carve_out = 0}, limits("9.0")).has_value());
}

// Applying the saving reaches the goal; giving back one register, byte or thread loses it.
TEST(NextBlock, IsTheLeastSavingThatReachesTheGoal) {
  for (const char* capability : {"7.5", "8.6", "9.0", "12.0"}) {
    const SmLimits sm = limits(capability);
    for (int threads = 64; threads <= 1024; threads += 96) {
      for (int registers = 24; registers <= 64; registers += 5) {
        const BlockUse use{.threads = threads, .registers = registers, .shared_bytes = threads * 37};
        const auto next = next_block(use, sm);
        if (!next) continue;
        BlockUse saved = use;
        saved.threads = next->threads.value_or(use.threads);
        saved.registers = next->registers.value_or(use.registers);
        saved.shared_bytes = next->shared_bytes.value_or(use.shared_bytes);
        ASSERT_GE(occupancy(saved, sm)->blocks, next->blocks) << capability << " " << threads << " " << registers;
        const auto fails_with = [&](int BlockUse::* field) {
          BlockUse more = saved;
          ++(more.*field);
          const auto reached = occupancy(more, sm);
          return !reached || reached->blocks < next->blocks;
        };
        EXPECT_TRUE(!next->registers || fails_with(&BlockUse::registers));
        EXPECT_TRUE(!next->shared_bytes || fails_with(&BlockUse::shared_bytes));
        EXPECT_TRUE(!next->threads || fails_with(&BlockUse::threads));
      }
    }
  }
}

TEST(SharedCliffs, AreTheLastByteBeforeABlockIsLost) {
  for (const char* capability : {"7.0", "7.5", "8.0", "8.9", "9.0", "12.0"}) {
    const SmLimits sm = limits(capability);
    for (const SharedCliff& cliff : shared_cliffs(sm)) {
      const auto at = occupancy({.threads = 32, .shared_bytes = cliff.bytes}, sm);
      ASSERT_TRUE(at.ok());
      EXPECT_GE(at->blocks, cliff.blocks) << capability;
      const auto past = occupancy({.threads = 32, .shared_bytes = cliff.bytes + 1}, sm);
      EXPECT_LT(past ? past->blocks : 0, cliff.blocks) << capability << " " << cliff.bytes;
    }
  }
}

TEST(SharedCliffs, OfHopper) {
  const auto cliffs = shared_cliffs(limits("9.0"));
  ASSERT_EQ(cliffs.size(), 32u);
  EXPECT_EQ(cliffs[0].bytes, 227_KiB);
  EXPECT_EQ(cliffs[1].bytes, 113_KiB);
  EXPECT_EQ(cliffs[2].bytes, 75_KiB);
  EXPECT_EQ(cliffs[3].bytes, 56_KiB);
}

TEST(OccupancyCurve, CoversEveryWarpCountAndMarksWhatCannotRun) {
  const auto curve = occupancy_curve({.registers = 128}, limits("9.0"));
  ASSERT_EQ(curve.size(), 32u);
  EXPECT_EQ(curve.front().threads, 32);
  EXPECT_EQ(curve.back().threads, 1024);
  EXPECT_EQ(curve[15].occupancy->blocks, 1) << "512 threads fill the registers";
  EXPECT_FALSE(curve.back().occupancy.has_value());
}

}  // namespace occupancy_test
}  // namespace whet
