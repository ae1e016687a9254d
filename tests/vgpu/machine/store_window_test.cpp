#include "vgpu/machine/store_window.h"

#include <gtest/gtest.h>

#include <bit>

#include "vgpu/machine/warp.h"

namespace whet::vgpu {
namespace store_window_test {

// The number of sectors that leave when a warp writes `words` words of each of `lines` lines, word by word.
int sectors_sent(uint64_t lines, int words) {
  const Warp warp;
  StoreWindow window;
  int sent = 0;
  for (int word = 0; word < words; ++word) {
    for (uint64_t line = 0; line < lines; ++line) sent += std::popcount(window.add(warp, 1000 + line, 0xf));
  }
  return sent;
}

TEST(StoreWindow, AFewLinesAreSentOnce) {
  for (const uint64_t lines : {1, 2, 5}) EXPECT_EQ(sectors_sent(lines, 5), 4 * static_cast<int>(lines));
}

TEST(StoreWindow, SixAreMergedInPartAndMoreNotAtAll) {
  EXPECT_GT(sectors_sent(6, 6), 6 * 4);
  EXPECT_LT(sectors_sent(6, 6), 6 * 4 * 6);
  EXPECT_EQ(sectors_sent(7, 7), 7 * 4 * 7);
}

TEST(StoreWindow, OnlyNewSectorsOfALineLeave) {
  const Warp warp;
  StoreWindow window;
  EXPECT_EQ(window.add(warp, 3, 0x1), 0x1);
  EXPECT_EQ(window.add(warp, 3, 0x3), 0x2);
  EXPECT_EQ(window.add(warp, 4, 0x3), 0x3);
}

TEST(StoreWindow, StoresOfAnotherWarpStandAlone) {
  const Warp first, second;
  StoreWindow window;
  EXPECT_EQ(window.add(first, 3, 0x1), 0x1);
  EXPECT_EQ(window.add(second, 3, 0x1), 0x1);
}

TEST(StoreWindow, AWarpThatStartsAgainSharesNothingWithItsLastBlock) {
  const Warp warp;
  StoreWindow window;
  EXPECT_EQ(window.add(warp, 3, 0x1), 0x1);
  window.forget(warp);
  EXPECT_EQ(window.add(warp, 3, 0x1), 0x1);
}

}  // namespace store_window_test
}  // namespace whet::vgpu
