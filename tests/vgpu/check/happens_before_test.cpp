#include "vgpu/check/happens_before.h"

#include <gtest/gtest.h>

#include "vgpu/check/release_map.h"

namespace whet::vgpu {
namespace happens_before_test {

class OrderOfABlock : public ::testing::Test {
 protected:
  // An access by lanes of a warp in the current epoch.
  ClockEntry access(uint32_t warp, Mask lanes, uint32_t block = 0) {
    (block == 0 ? order : other).touch(warp);
    return {.block = block, .warp = warp, .lanes = lanes, .until = epochs.now()};
  }
  EpochCounter epochs;
  HappensBefore order{0, 4, epochs}, other{1, 4, epochs};
};

TEST_F(OrderOfABlock, AThreadsOwnAccessesAreBeforeItsNext) {
  EXPECT_TRUE(order.before(access(2, 1u << 5), 2, 5));
  EXPECT_FALSE(order.before(access(2, 1u << 5), 2, 6));
  EXPECT_FALSE(order.before(access(2, 1u << 5), 1, 5));
}

TEST_F(OrderOfABlock, ABarrierOrdersWhatWasBeforeItOnly) {
  const auto before = access(0, k_all_lanes);
  order.synchronise_block();
  const auto after = access(0, k_all_lanes);
  EXPECT_TRUE(order.before(before, 3, 7));
  EXPECT_FALSE(order.before(after, 3, 7));
}

TEST_F(OrderOfABlock, SyncwarpOrdersTheLanesItNames) {
  const auto written = access(1, k_all_lanes);
  order.synchronise_warp(1, 0x0000ffff, k_all_lanes);
  const ClockEntry low{.block = 0, .warp = 1, .lanes = 0xff, .until = written.until};
  const ClockEntry high{.block = 0, .warp = 1, .lanes = 0xff0000, .until = written.until};
  EXPECT_TRUE(order.before(low, 1, 9));
  EXPECT_FALSE(order.before(high, 1, 9));
  EXPECT_FALSE(order.before(low, 1, 20)) << "lane 20 did not take part";
  order.synchronise_warp(1, k_all_lanes, k_all_lanes);
  EXPECT_TRUE(order.before(high, 1, 9));
  EXPECT_FALSE(order.before(low, 0, 9)) << "another warp";
}

TEST_F(OrderOfABlock, SyncwarpPassesOnWhatOneLaneLearnt) {
  const auto first = access(1, 1u << 3);
  order.synchronise_warp(1, 0b11000, k_all_lanes);  // lanes 3 and 4
  order.touch(1);
  order.synchronise_warp(1, 0b110000, k_all_lanes);  // lanes 4 and 5
  EXPECT_TRUE(order.before(first, 1, 5));
}

TEST_F(OrderOfABlock, ANamedBarrierOrdersItsWarps) {
  const auto written = access(0, k_all_lanes), apart = access(2, k_all_lanes);
  order.synchronise_warps(0b0011, {});
  EXPECT_TRUE(order.before(written, 1, 0));
  EXPECT_FALSE(order.before(written, 3, 0));
  EXPECT_FALSE(order.before(apart, 1, 0));
}

TEST_F(OrderOfABlock, WhoeverArrivesWithoutWaitingBringsWhatItDidButLearnsNothing) {
  const auto produced = access(0, k_all_lanes), read = access(1, k_all_lanes);
  const VectorClock brought = order.arrival(0);
  const auto later = access(0, k_all_lanes);
  order.synchronise_warps(0b0010, brought);
  EXPECT_TRUE(order.before(produced, 1, 4));
  EXPECT_FALSE(order.before(later, 1, 4));
  EXPECT_FALSE(order.before(read, 0, 4));
}

TEST_F(OrderOfABlock, AFlagBehindAFenceOrdersTwoBlocks) {
  ReleaseMap flags;
  const auto data = access(0, 1);
  order.fence(0, 1, Reach::device);
  const auto after_fence = access(0, 1);
  flags.write(order, 0, 0, 64, Reach::none);
  flags.read(other, 2, 7, 64, 4);
  EXPECT_TRUE(other.before(data, 2, 7));
  EXPECT_FALSE(other.before(after_fence, 2, 7));
  EXPECT_FALSE(other.before(data, 2, 8)) << "another lane of the reader's warp";
  other.synchronise_block();
  EXPECT_TRUE(other.before(data, 3, 8));
}

TEST_F(OrderOfABlock, AFlagWithoutAFenceOrdersNothing) {
  ReleaseMap flags;
  const auto data = access(0, 1);
  flags.write(order, 0, 0, 64, Reach::none);
  flags.read(other, 2, 7, 64, 4);
  EXPECT_FALSE(other.before(data, 2, 7));
}

TEST_F(OrderOfABlock, AFenceOfTheBlockDoesNotReachOthers) {
  ReleaseMap flags;
  const auto data = access(0, 1);
  order.fence(0, 1, Reach::block);
  flags.write(order, 0, 0, 64, Reach::none);
  flags.read(other, 2, 7, 64, 4);
  flags.read(order, 3, 7, 64, 4);
  EXPECT_FALSE(other.before(data, 2, 7));
  EXPECT_TRUE(order.before(data, 3, 7));
}

TEST_F(OrderOfABlock, OneThreadSpeaksForItsBlockAfterABarrier) {
  ReleaseMap flags;
  const auto data = access(3, 1u << 9);
  order.synchronise_block();
  order.fence(0, 1, Reach::device);
  flags.write(order, 0, 0, 64, Reach::none);
  flags.read(other, 0, 0, 64, 4);
  EXPECT_TRUE(other.before(data, 0, 0));
}

TEST_F(OrderOfABlock, AReleaseNeedsNoFence) {
  ReleaseMap flags;
  const auto data = access(0, 1);
  flags.write(order, 0, 0, 64, Reach::device);
  const auto later = access(0, 1);
  flags.read(other, 0, 0, 64, 4);
  EXPECT_TRUE(other.before(data, 0, 0));
  EXPECT_FALSE(other.before(later, 0, 0));
}

}  // namespace happens_before_test
}  // namespace whet::vgpu
