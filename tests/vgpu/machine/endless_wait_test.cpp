// Launches all of whose warps wait for what nobody writes are ended at once; those that give up, or ask for the time,
// are not.
#include <gtest/gtest.h>

#include "vgpu/timed_launch.h"

namespace whet::vgpu {
namespace endless_wait_test {

constexpr uint64_t k_huge = 1ull << 40;  // nobody could wait until it is used up

// A launch that ends as endless, long before its budget does.
void expect_endless(const std::string& body, TimedLaunch launch,
                    const std::string& said = "waits for what nobody writes") {
  launch.budget = k_huge;
  const TimedResult timed = time_ptx(body, launch);
  EXPECT_FALSE(timed.finished) << body;
  ASSERT_EQ(timed.faults.size(), 1u) << body;
  EXPECT_EQ(timed.faults.front().kind, FaultKind::endless) << body;
  EXPECT_NE(timed.faults.front().detail.find(said), std::string::npos) << timed.faults.front().detail;
}

std::string until_set(const std::string& look) {
  return "LOOP: " + look + " setp.eq.u32 %p2, %r2, 0; @%p2 bra LOOP;";
}

const std::string k_look = "ld.volatile.global.u32 %r2, [%rd0+64];";

TEST(EndlessWait, OfEveryKindOfLook) {
  for (const char* look :
       {"ld.volatile.global.u32 %r2, [%rd0+64];", "ld.acquire.gpu.global.u32 %r2, [%rd0+64];",
        "ld.global.u32 %r2, [%rd0+64];", "ld.volatile.u32 %r2, [%rd0+64];", "atom.global.add.u32 %r2, [%rd0+64], 0;",
        "atom.global.cas.b32 %r2, [%rd0+64], 5, 1;", "atom.global.exch.b32 %r2, [%rd0+64], 0;",
        "ld.volatile.global.u32 %r2, [%rd0+64]; nanosleep.u32 100;",
        "ld.volatile.global.u32 %r2, [%rd0+64]; membar.gl;",
        "ld.volatile.global.u32 %r2, [%rd0+64]; ld.global.u32 %r3, [%rd0+128]; add.u32 %r2, %r2, %r3;"}) {
    expect_endless(until_set(look) + "ret;", {.grid = 4, .block = 64});
  }
}

TEST(EndlessWait, SaysWhere) {
  expect_endless(until_set(k_look) + "ret;", {}, "`out` + 64");
}

TEST(EndlessWait, OfTwoBlocksForOneAnother) {
  // Each sets the other's flag after it has seen its own.
  expect_endless(
      "mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd1, %r1, 64; add.s64 %rd2, %rd0, %rd1; xor.b32 %r1, %r1, 1;"
      "mul.wide.u32 %rd1, %r1, 64; add.s64 %rd3, %rd0, %rd1;" +
          until_set("ld.volatile.global.u32 %r2, [%rd2];") + "mov.u32 %r3, 1; st.volatile.global.u32 [%rd3], %r3; ret;",
      {.grid = 2});
}

TEST(EndlessWait, ForABlockThatTheGpuHasNoRoomFor) {
  // All wait for the last.
  const std::string body =
      "mov.u32 %r1, %ctaid.x; mov.u32 %r3, %nctaid.x; sub.u32 %r3, %r3, 1; setp.ne.u32 %p1, %r1, %r3; @%p1 bra LOOP;"
      "mov.u32 %r3, 1; st.volatile.global.u32 [%rd0+64], %r3;" +
      until_set(k_look) + "ret;";
  EXPECT_TRUE(time_ptx(body, {.grid = 4, .sms = 2, .blocks_per_sm = 2}).finished);
  expect_endless(body, {.grid = 7, .sms = 2, .blocks_per_sm = 2}, "3 of 7 blocks have not started");
}

TEST(EndlessWait, ForAWarpOfTheBlockThatWaitsAtABarrier) {
  expect_endless(
      "setp.lt.u32 %p1, %r0, 32; @%p1 bra LOOP; bar.sync 0; mov.u32 %r3, 1;"
      "st.volatile.global.u32 [%rd0+64], %r3; ret;" +
          until_set(k_look) + "bar.sync 0; ret;",
      {.block = 64});
}

TEST(EndlessWait, ForALockThatNobodyGivesBack) {
  expect_endless(
      "LOOP: atom.global.cas.b32 %r1, [%rd0], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;"
      "ld.global.u32 %r2, [%rd0+64]; add.u32 %r2, %r2, 1; st.global.u32 [%rd0+64], %r2; ret;",
      {.grid = 3, .block = 1});
}

TEST(EndlessWait, ForEitherOfTwoValues) {
  expect_endless(
      "LOOP: ld.volatile.global.v2.u32 {%r2, %r3}, [%rd0+64]; or.b32 %r2, %r2, %r3; setp.eq.u32 %p2, %r2, 0;"
      "@%p2 bra LOOP; ret;",
      {.grid = 2});
}

TEST(EndlessWait, IsNotThatOfOneWhoGivesUpAfterManyLooks) {
  const std::string body =
      "mov.u32 %r3, 0; LOOP: ld.volatile.global.u32 %r2, [%rd0+64]; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 5000;"
      "setp.eq.u32 %p2, %r2, 0; and.pred %p1, %p1, %p2; @%p1 bra LOOP; st.global.u32 [%rd0], %r3; ret;";
  const TimedResult timed = time_ptx(body, {.grid = 4, .block = 64, .budget = k_huge});
  EXPECT_TRUE(timed.finished);
  EXPECT_EQ(timed.words[0], 5000u);
  EXPECT_GE(timed.cycles, 5000 * k_l2 / 2);
}

TEST(EndlessWait, IsNotThatOfOneWhoCountsInMemory) {
  for (const char* count : {"ld.local.u32 %r3, [%rd5]; add.u32 %r3, %r3, 1; st.local.u32 [%rd5], %r3;",
                            "ld.shared.u32 %r3, [tile]; add.u32 %r3, %r3, 1; st.shared.u32 [tile], %r3;",
                            "ld.global.u32 %r3, [%rd0+256]; add.u32 %r3, %r3, 1; st.global.u32 [%rd0+256], %r3;",
                            "atom.shared.add.u32 %r3, [tile], 1;", "atom.global.add.u32 %r3, [%rd0+256], 1;"}) {
    const std::string body =
        ".local .align 8 .b8 stack[16]; mov.u64 %rd5, stack; mov.u32 %r4, 0; st.local.u32 [%rd5], %r4;"
        "st.shared.u32 [tile], %r4; LOOP: ld.volatile.global.u32 %r2, [%rd0+64];" +
        std::string(count) +
        "setp.lt.u32 %p1, %r3, 1000; setp.eq.u32 %p2, %r2, 0; and.pred %p1, %p1, %p2; mov.u32 %r3, 0; mov.u32 %r2, 0;"
        "@%p1 bra LOOP; mov.u32 %r3, 7; st.global.u32 [%rd0], %r3; ret;";
    const TimedResult timed = time_ptx(body, {.block = 1, .budget = k_huge});
    EXPECT_TRUE(timed.finished) << count;
    EXPECT_EQ(timed.words[0], 7u) << count;
  }
}

TEST(EndlessWait, IsNotThatOfOneWhoseTimeRunsOut) {
  // What the clock showed is gone from the registers by the next look.
  for (const char* clock : {"clock64", "globaltimer"}) {
    const std::string body = std::string("mov.u64 %rd1, %") + clock + "; LOOP: " + k_look +
                             "setp.ne.u32 %p2, %r2, 0; @%p2 bra END; mov.u64 %rd2, %" + clock +
                             "; sub.s64 %rd3, %rd2, %rd1; setp.lt.s64 %p1, %rd3, 100000; mov.u64 %rd2, 0;"
                             "mov.u64 %rd3, 0; @%p1 bra LOOP; END: mov.u32 %r3, 7; st.global.u32 [%rd0], %r3; ret;";
    const TimedResult timed = time_ptx(body, {.grid = 4, .block = 64, .budget = k_huge});
    EXPECT_TRUE(timed.finished) << clock;
    EXPECT_EQ(timed.words[0], 7u) << clock;
    EXPECT_GE(timed.cycles, 100000u) << clock;
  }
}

TEST(EndlessWait, IsNotThatOfThoseWhoWaitForOneThatGivesUp) {
  const std::string body =
      "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP; mov.u32 %r3, 0;"
      "TRY: ld.volatile.global.u32 %r2, [%rd0+256]; add.u32 %r3, %r3, 1; setp.lt.u32 %p3, %r3, 3000; @%p3 bra TRY;"
      "st.volatile.global.u32 [%rd0+64], %r3; ret;" +
      until_set(k_look) + "st.global.u32 [%rd0], %r2; ret;";
  const TimedResult timed = time_ptx(body, {.grid = 8, .budget = k_huge});
  EXPECT_TRUE(timed.finished);
  EXPECT_EQ(timed.words[0], 3000u);
}

TEST(EndlessWait, IsToldWhereLaunchesKeepNoTime) {
  expect_endless(until_set(k_look) + "ret;", {.grid = 4, .block = 64, .known_pace = false});
  expect_endless(
      "setp.lt.u32 %p1, %r0, 32; @%p1 bra LOOP; bar.sync 0; mov.u32 %r3, 1;"
      "st.volatile.global.u32 [%rd0+64], %r3; ret;" +
          until_set(k_look) + "bar.sync 0; ret;",
      {.block = 64, .known_pace = false});
  const std::string gives_up =
      "mov.u32 %r3, 0; LOOP: ld.volatile.global.u32 %r2, [%rd0+64]; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 50000;"
      "setp.eq.u32 %p2, %r2, 0; and.pred %p1, %p1, %p2; @%p1 bra LOOP; st.global.u32 [%rd0], %r3; ret;";
  const TimedResult timed = time_ptx(gives_up, {.grid = 4, .block = 64, .known_pace = false, .budget = k_huge});
  EXPECT_TRUE(timed.finished);
  EXPECT_EQ(timed.words[0], 50000u);
}

TEST(EndlessWait, MayEndWhereTheHostCanWrite) {
  const TimedResult timed = time_ptx(until_set(k_look) + "ret;", {.budget = 20'000, .host_shared = true});
  EXPECT_FALSE(timed.finished);
  ASSERT_EQ(timed.faults.size(), 1u);
  EXPECT_EQ(timed.faults.front().detail, "");
  EXPECT_GT(timed.executed, 20'000u);
}

}  // namespace endless_wait_test
}  // namespace whet::vgpu
