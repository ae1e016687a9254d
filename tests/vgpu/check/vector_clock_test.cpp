#include "vgpu/check/vector_clock.h"

#include <gtest/gtest.h>

namespace whet::vgpu {
namespace vector_clock_test {

ClockEntry lanes(uint32_t block, uint32_t warp, Mask mask, Epoch until) {
  return {.block = block, .warp = warp, .lanes = mask, .until = until};
}
ClockEntry whole(uint32_t block, Epoch until) {
  return {.block = block, .warp = k_any_warp, .until = until};
}

TEST(KnownThread, IsCoveredUpToItsMomentOnly) {
  VectorClock known;
  known.add(lanes(0, 1, 0xff, 5));
  EXPECT_TRUE(known.covers(lanes(0, 1, 0x0f, 5)));
  EXPECT_TRUE(known.covers(lanes(0, 1, 0x0f, 2)));
  EXPECT_FALSE(known.covers(lanes(0, 1, 0x0f, 6)));
  EXPECT_FALSE(known.covers(lanes(0, 1, 0x100, 5)));
  EXPECT_FALSE(known.covers(lanes(0, 2, 0x0f, 5)));
  EXPECT_FALSE(known.covers(lanes(1, 1, 0x0f, 5)));
}

TEST(KnownThread, PartsTogetherCoverAWarp) {
  VectorClock known;
  known.add(lanes(0, 1, 0x0000ffff, 5));
  known.add(lanes(0, 1, 0xffff0000, 7));
  EXPECT_TRUE(known.covers(lanes(0, 1, k_all_lanes, 5)));
  EXPECT_FALSE(known.covers(lanes(0, 1, k_all_lanes, 6)));
}

TEST(KnownThread, AWholeBlockReplacesItsParts) {
  VectorClock known;
  known.add(lanes(3, 1, 1, 5));
  known.add(lanes(2, 1, 1, 9));
  known.add(whole(3, 8));
  EXPECT_EQ(known.entries().size(), 2u);
  EXPECT_TRUE(known.covers(lanes(3, 30, k_all_lanes, 8)));
  known.add(lanes(3, 4, 1, 7));
  EXPECT_EQ(known.entries().size(), 2u) << "known already";
}

TEST(KnownThread, JoiningKeepsTheLaterOfTwo) {
  VectorClock a, b;
  a.add(whole(0, 3)), a.add(whole(1, 9));
  b.add(whole(0, 6)), b.add(whole(1, 2)), b.add(whole(2, 1));
  a.join(b);
  EXPECT_TRUE(a.covers(whole(0, 6)) && a.covers(whole(1, 9)) && a.covers(whole(2, 1)));
  EXPECT_EQ(a.entries().size(), 3u);
}

TEST(KnownThread, TooManyOfABlockBecomeTheBlock) {
  VectorClock known;
  for (uint32_t warp = 0; warp < 30; ++warp) known.add(lanes(0, warp, 1u << warp, warp + 1));
  EXPECT_LT(known.entries().size(), 10u);
  for (uint32_t warp = 0; warp < 30; ++warp) EXPECT_TRUE(known.covers(lanes(0, warp, 1u << warp, warp + 1)));
}

TEST(KnownThread, ForgettingLeavesOtherBlocksAlone) {
  VectorClock known;
  known.add(lanes(0, 1, 1, 5)), known.add(whole(1, 3));
  known.forget(0, 5);
  EXPECT_FALSE(known.covers(lanes(0, 1, 1, 5)));
  EXPECT_TRUE(known.covers(whole(1, 3)));
}

}  // namespace vector_clock_test
}  // namespace whet::vgpu
