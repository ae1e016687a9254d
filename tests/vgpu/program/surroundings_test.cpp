// Values that no GPU guarantees differ from launch to launch, and stay within what some GPU might give.
#include "vgpu/program/surroundings.h"

#include <gtest/gtest.h>

#include <set>

namespace whet::vgpu {
namespace surroundings_test {

TEST(Surroundings, TheUsualOnesArePlain) {
  const Surroundings usual;
  EXPECT_EQ(usual.grid_id(), 1u);
  EXPECT_EQ(usual.warp_slot(7, 3), 3u);
  EXPECT_EQ(usual.sm_of(135, 132), 3u);
  EXPECT_EQ(usual.clock_offset(2), 0u);
  EXPECT_FALSE(usual.flips(1, 1));
}

TEST(Surroundings, WarpsOfABlockHaveSlotsOfTheirOwn) {
  for (uint64_t seed = 1; seed < 50; ++seed) {
    std::set<uint32_t> slots;
    for (uint32_t warp = 0; warp < 32; ++warp) slots.insert(Surroundings{seed}.warp_slot(seed % 5, warp));
    EXPECT_EQ(slots.size(), 32u);
    EXPECT_LT(*slots.rbegin(), k_warp_slots);
  }
}

TEST(Surroundings, NumbersAreSmallAndLarge) {
  std::set<int> lengths;
  for (uint64_t seed = 1; seed < 1000; ++seed) lengths.insert(64 - __builtin_clzll(Surroundings{seed}.grid_id() | 1));
  EXPECT_LE(*lengths.begin(), 4);
  EXPECT_GE(*lengths.rbegin(), 60);
  for (uint64_t seed = 1; seed < 1000; ++seed) {
    EXPECT_LT(Surroundings{seed}.timer_offset(), 1ull << 62);
    EXPECT_LT(Surroundings{seed}.sm_of(seed, 132), 132u);
    EXPECT_GE(Surroundings{seed}.sm_numbers(132), 132u);
  }
}

TEST(Surroundings, TestsComeOutEitherWayWhereThatIsAsked) {
  int flipped = 0;
  const Surroundings asked{5, true};
  for (uint64_t nth = 0; nth < 1000; ++nth) flipped += asked.flips(17, nth);
  EXPECT_GT(flipped, 150);
  EXPECT_LT(flipped, 350);
  EXPECT_FALSE((Surroundings{5, false}).flips(17, 3));
}

}  // namespace surroundings_test
}  // namespace whet::vgpu
