// Blocks and warps in other orders than their numbers; no GPU guarantees an order.
#include "vgpu/program/launch_order.h"

#include <algorithm>
#include <numeric>

#include "ptx_run.h"

namespace whet::vgpu {
namespace launch_order_test {

std::vector<uint64_t> numbers(uint64_t count) {
  std::vector<uint64_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

TEST(LaunchOrder, WavesStayInOrderAndAreTurnedRoundInside) {
  EXPECT_EQ(in_order(numbers(6), k_as_numbered, 4), numbers(6));
  EXPECT_EQ(in_order(numbers(6), k_backwards, 4), (std::vector<uint64_t>{3, 2, 1, 0, 5, 4}));
}

TEST(LaunchOrder, ASeedShufflesEachWave) {
  const auto shuffled = in_order(numbers(200), 12345, 100);
  EXPECT_NE(shuffled, numbers(200));
  EXPECT_EQ(shuffled, in_order(numbers(200), 12345, 100));
  EXPECT_NE(shuffled, in_order(numbers(200), 12346, 100));
  for (const size_t first : {0, 100}) {
    auto wave = std::vector<uint64_t>(shuffled.begin() + static_cast<ptrdiff_t>(first),
                                      shuffled.begin() + static_cast<ptrdiff_t>(first) + 100);
    std::sort(wave.begin(), wave.end());
    EXPECT_EQ(wave.front(), first);
    EXPECT_EQ(wave.back(), first + 99);
    EXPECT_EQ(std::unique(wave.begin(), wave.end()), wave.end());
  }
}

// Every block, or warp, writes the number of the previous writer, which the last word holds.
std::string chained(const std::string& own) {
  return "and.b32 %r1, %r0, 31; setp.ne.u32 %p0, %r1, 0; @%p0 bra DONE;\n" + own +
         "mul.wide.u32 %rd1, %r2, 4; add.s64 %rd2, %rd0, %rd1;\n"
         "atom.global.exch.b32 %r3, [%rd0+28], %r2; st.global.u32 [%rd2], %r3;\nDONE:\nret;";
}

TEST(LaunchOrder, BlocksStartFromTheLast) {
  const auto before = run_ptx(chained("mov.u32 %r2, %ctaid.x;"), {.grid = 7, .results = 8, .order = {k_backwards}});
  for (uint32_t i = 0; i + 1 < 7; ++i) EXPECT_EQ(before[i], i + 1);
  const auto usual = run_ptx(chained("mov.u32 %r2, %ctaid.x;"), {.grid = 7, .results = 8});
  for (uint32_t i = 1; i < 7; ++i) EXPECT_EQ(usual[i], i - 1);
}

TEST(LaunchOrder, WarpsRunFromTheLast) {
  const auto before = run_ptx(chained("shr.u32 %r2, %r0, 5;"), {.block = 7 * 32, .results = 8, .order = {k_backwards}});
  for (uint32_t i = 0; i + 1 < 7; ++i) EXPECT_EQ(before[i], i + 1);
}

// Block i waits until block i - 1 has written i + 999 to its word.
constexpr const char* k_waits_for_the_block_before = R"(
  mov.u32 %r1, %ctaid.x; setp.ne.u32 %p0, %r0, 0; @%p0 bra DONE;
  mul.wide.u32 %rd1, %r1, 4; add.s64 %rd2, %rd0, %rd1; add.u32 %r4, %r1, 999;
  setp.eq.u32 %p1, %r1, 0; @%p1 bra HAVE;
  WAIT: ld.volatile.global.u32 %r3, [%rd2-4]; setp.ne.u32 %p2, %r3, %r4; @%p2 bra WAIT;
  HAVE: add.u32 %r5, %r4, 1; st.volatile.global.u32 [%rd2], %r5;
  DONE: ret;)";

TEST(LaunchOrder, WhoWaitsForBlocksBeforeItGivesWayAlsoWhereTheGpuHoldsFew) {
  for (const LaunchOrder& order : {LaunchOrder{k_backwards, false}, LaunchOrder{k_backwards, true},
                                   LaunchOrder{99, false}, LaunchOrder{98, true}}) {
    for (const uint32_t sms : {1u, 3u, 132u}) {
      const auto results =
          run_ptx(k_waits_for_the_block_before, {.grid = 300, .results = 300, .order = order, .sms = sms});
      for (uint32_t i = 0; i < 300; ++i) ASSERT_EQ(results[i], 1000 + i) << order.blocks << " on " << sms;
    }
  }
}

// A lock that is tested and then taken in two steps protects nothing when blocks take turns.
TEST(LaunchOrder, BlocksThatTakeTurnsMeetBetweenALookAndAStep) {
  const std::string body = R"(
    setp.ne.u32 %p0, %r0, 0; @%p0 bra DONE;
    LOOK: ld.volatile.global.u32 %r3, [%rd0]; setp.eq.u32 %p2, %r3, 77; @%p2 bra LOOK;
    st.volatile.global.u32 [%rd0], 77;
    atom.global.add.u32 %r4, [%rd0+4], 1;
    ld.volatile.global.u32 %r9, [%rd0]; setp.ne.u32 %p4, %r9, 77; @%p4 bra ALONE;
    ld.volatile.global.u32 %r5, [%rd0+4]; sub.u32 %r6, %r5, %r4;
    setp.eq.u32 %p3, %r6, 1; @%p3 bra ALONE; atom.global.exch.b32 %r8, [%rd0+8], 1;
    ALONE: atom.global.add.u32 %r7, [%rd0+4], -1;
    st.volatile.global.u32 [%rd0], 0;
    DONE: ret;)";
  EXPECT_NE(run_ptx(body, {.grid = 8, .results = 4})[2], 1u);
  EXPECT_EQ(run_ptx(body, {.grid = 8, .results = 4, .order = {k_backwards, true}})[2], 1u);
}

// Every block increments a word by a read and a write.
void expect_lost(const std::string& read, const std::string& write) {
  const std::string body =
      "setp.ne.u32 %p0, %r0, 0; @%p0 bra DONE;\n" + read + " add.u32 %r2, %r1, 1; " + write + "\nDONE: ret;";
  const uint32_t one = run_ptx(body, {.results = 1})[0];
  EXPECT_EQ(run_ptx(body, {.grid = 8, .results = 1})[0], one + 7);
  EXPECT_EQ(run_ptx(body, {.grid = 8, .results = 1, .order = {k_backwards}})[0], one + 7);
  EXPECT_EQ(run_ptx(body, {.grid = 8, .results = 1, .order = {k_backwards, true}})[0], one);
}

TEST(LaunchOrder, UpdatesInTwoStepsAreLostWhereBlocksTakeTurns) {
  expect_lost("ld.volatile.global.u32 %r1, [%rd0];", "st.volatile.global.u32 [%rd0], %r2;");
  expect_lost("atom.global.add.u32 %r1, [%rd0], 0;", "atom.global.exch.b32 %r3, [%rd0], %r2;");
}

TEST(LaunchOrder, AtomicUpdatesAreNot) {
  const std::string body = "atom.global.add.u32 %r1, [%rd0], 1; mul.wide.u32 %rd1, %r0, 4; ret;";
  const uint32_t one = run_ptx(body, {.results = 1})[0];
  EXPECT_EQ(run_ptx(body, {.grid = 8, .results = 1, .order = {k_backwards, true}})[0], one + 7 * 32);
}

// One lane of a warp waits for another: the splits of a warp still get their turns.
TEST(LaunchOrder, LanesThatWaitForLanesOfTheirWarpGoOn) {
  const std::string body = R"(
    setp.eq.u32 %p0, %r0, 3; @%p0 bra WAIT; setp.ne.u32 %p1, %r0, 9; @%p1 bra DONE; bra SET;
    WAIT: ld.volatile.global.u32 %r3, [%rd0]; setp.ne.u32 %p2, %r3, 77; @%p2 bra WAIT;
    st.global.u32 [%rd0+4], 5; bra DONE;
    SET: st.volatile.global.u32 [%rd0], 77;
    DONE: ret;)";
  EXPECT_EQ(run_ptx(body, {.results = 2, .order = {k_backwards, true}})[1], 5u);
}

}  // namespace launch_order_test
}  // namespace whet::vgpu
