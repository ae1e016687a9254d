#include "vgpu/check/race_shadow.h"

#include <gtest/gtest.h>

#include "vgpu/check/happens_before.h"

namespace whet::vgpu {
namespace race_shadow_test {

Stamp stamp(uint32_t block, uint32_t warp, Mask lanes, Epoch epoch, uint32_t flags = 0) {
  Stamp s;
  s.block = block, s.warp = warp & 31, s.lanes = lanes, s.epoch = epoch, s.flags = flags & 31;
  return s;
}

TEST(RaceShadows, AreAsFineAsTheNarrowestAccess) {
  RaceShadow shadow(1 << 20);
  EXPECT_EQ(shadow.cells(16, 16).size(), 4u);
  shadow.cells(16, 4)[0].write = stamp(0, 1, 1, 1);
  const auto byte = shadow.cells(18, 1);
  ASSERT_EQ(byte.size(), 1u);
  EXPECT_EQ(byte[0].write.warp, 1u) << "the parts remember what the word did";
  EXPECT_EQ(shadow.cells(16, 16).size(), 16u);
  EXPECT_EQ(shadow.cells(4096, 16).size(), 4u) << "another page";
}

TEST(RaceShadows, StopWhenThereIsNoRoom) {
  RaceShadow shadow(1 << 14);
  int pages = 0;
  while (!shadow.cells(static_cast<uint64_t>(pages) * 1024, 4).empty() && pages < 100) ++pages;
  EXPECT_GT(pages, 0);
  EXPECT_LT(pages, 100);
  EXPECT_TRUE(shadow.full());
  shadow.clear();
  EXPECT_FALSE(shadow.cells(0, 4).empty());
  EXPECT_FALSE(shadow.full());
}

TEST(Readers, OfOneWarpAtOneMomentAreOne) {
  EpochCounter epochs;
  const HappensBefore order(0, 4, epochs);
  Cell cell;
  cell.add_reader(stamp(0, 0, 1, 1), order);
  cell.add_reader(stamp(0, 0, 2, 1), order);
  EXPECT_EQ(cell.reads[0].lanes, 3u);
  EXPECT_FALSE(cell.reads[1].there());
  EXPECT_TRUE(cell.has_reader(stamp(0, 0, 2, 1)));
  EXPECT_FALSE(cell.has_reader(stamp(0, 0, 4, 1)));
}

TEST(Readers, ThatAreOrderedAfterOthersReplaceThem) {
  EpochCounter epochs;
  HappensBefore order(0, 4, epochs);
  Cell cell;
  cell.add_reader(stamp(0, 0, 1, epochs.now()), order);
  order.synchronise_block();
  cell.add_reader(stamp(0, 1, 1, epochs.now()), order);
  EXPECT_EQ(cell.reads[0].warp, 1u);
  EXPECT_FALSE(cell.reads[1].there());
}

TEST(Readers, OfOtherBlocksArePreferred) {
  EpochCounter epochs;
  const HappensBefore order(0, 4, epochs), second(1, 4, epochs);
  Cell cell;
  for (uint32_t warp = 0; warp < 3; ++warp) cell.add_reader(stamp(0, warp, 1, 1), order);
  cell.add_reader(stamp(1, 0, 1, 1), second);
  EXPECT_EQ(cell.reads[0].block, 0u);
  EXPECT_EQ(cell.reads[1].block, 1u);
}

TEST(Accesses, MayMeetWhenBothAreAtomic) {
  const Stamp plain = stamp(0, 0, 1, 1), atomic = stamp(0, 1, 1, 1, Stamp::strong);
  EXPECT_FALSE(may_meet(plain, atomic));
  EXPECT_TRUE(may_meet(stamp(1, 0, 1, 1, Stamp::strong), atomic));
  const Stamp narrow = stamp(0, 1, 1, 1, Stamp::strong | Stamp::block_scope);
  EXPECT_TRUE(may_meet(narrow, atomic));
  EXPECT_FALSE(may_meet(stamp(1, 0, 1, 1, Stamp::strong), narrow)) << "atomic within its block only";
}

TEST(Accesses, OfVolatileMeetBetweenWarpsButNotWithinOne) {
  const Stamp shy = stamp(0, 0, 1, 1, Stamp::is_volatile);
  EXPECT_TRUE(may_meet(shy, stamp(0, 1, 1, 1, Stamp::is_volatile)));
  EXPECT_FALSE(may_meet(shy, stamp(0, 0, 2, 1, Stamp::is_volatile)));
  EXPECT_TRUE(may_meet(shy, stamp(0, 0, 2, 1, Stamp::strong)));
}

}  // namespace race_shadow_test
}  // namespace whet::vgpu
