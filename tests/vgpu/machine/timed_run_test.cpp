// Launches that keep time: what blocks do for one another is ordered by their clocks.
#include <gtest/gtest.h>

#include "vgpu/timed_launch.h"

namespace whet::vgpu {
namespace timed_run_test {

// Its own flag, 32 bytes from the next, is at %rd2; %p1: it is the first.
const std::string k_own_flag =
    "mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; mul.wide.u32 %rd1, %r1, 32; add.s64 %rd2, %rd0, %rd1;"
    "mov.u32 %r2, 0;";

std::string chain(const std::string& look, const std::string& pass) {
  return k_own_flag + "@%p1 bra GO; LOOP: " + look +
         " setp.eq.u32 %p2, %r2, 0; @%p2 bra LOOP; GO: add.u32 %r3, %r2, 1;" + pass + " ret;";
}

const std::string k_look = "ld.volatile.global.u32 %r2, [%rd2+-32];", k_pass = "st.volatile.global.u32 [%rd2], %r3;";

TEST(TimedRun, AChainOfBlocksTakesAHopForEach) {
  for (const char* look : {"ld.volatile.global.u32 %r2, [%rd2+-32];", "ld.acquire.gpu.global.u32 %r2, [%rd2+-32];",
                           "ld.global.cg.u32 %r2, [%rd2+-32];", "ld.global.u32 %r2, [%rd2+-32];",
                           "atom.global.add.u32 %r2, [%rd2+-32], 0;", "atom.global.cas.b32 %r2, [%rd2+-32], 0, 0;",
                           "ld.volatile.global.u32 %r2, [%rd2+-32]; nanosleep.u32 10;"}) {
    for (const char* pass : {"st.volatile.global.u32 [%rd2], %r3;", "st.global.u32 [%rd2], %r3;",
                             "membar.gl; st.global.u32 [%rd2], %r3;", "red.global.add.u32 [%rd2], %r3;"}) {
      const TimedResult timed = time_ptx(chain(look, pass), {.grid = 100, .block = 1});
      EXPECT_EQ(timed.words[8 * 99], 100u) << look << pass;
      EXPECT_GT(timed.cycles, 99 * k_l2) << look << pass;
      EXPECT_LT(timed.cycles, 99 * 3 * k_l2) << look << pass;
    }
  }
}

TEST(TimedRun, AChainIsAsLongWhenTheGpuHoldsAFewBlocksAtOnce) {
  const TimedResult timed = time_ptx(chain(k_look, k_pass), {.grid = 100, .sms = 2, .blocks_per_sm = 2});
  EXPECT_EQ(timed.words[8 * 99], 100u);
  EXPECT_GT(timed.cycles, 99 * k_l2);
}

TEST(TimedRun, BlocksThatTellEarlyDoNotWaitForOneAnotherInTurn) {
  const std::string early = k_own_flag +
                            "mov.u32 %r3, 1; st.volatile.global.u32 [%rd2], %r3; @%p1 bra GO;"
                            "LOOP: " +
                            k_look + " setp.eq.u32 %p2, %r2, 0; @%p2 bra LOOP; GO: ret;";
  EXPECT_LT(time_ptx(early, {.grid = 100}).cycles, 5 * k_l2);
}

TEST(TimedRun, ALockIsPassedFromBlockToBlock) {
  const std::string lock =
      "setp.ne.u32 %p3, %r0, 0; @%p3 bra END;"
      "LOOP: atom.global.cas.b32 %r1, [%rd0], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP;"
      "ld.volatile.global.u32 %r2, [%rd0+64]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd0+64], %r2; membar.gl;"
      "atom.global.exch.b32 %r3, [%rd0], 0; END: ret;";
  const TimedResult timed = time_ptx(lock, {.grid = 50});
  EXPECT_EQ(timed.words[16], 50u);
  EXPECT_GT(timed.cycles, 50 * 2 * k_l2);
}

TEST(TimedRun, LanesOfAWarpThatTakeALockInTurnGetOn) {
  const std::string lock =
      "mov.u32 %r9, 0;"
      "LOOP: atom.global.cas.b32 %r1, [%rd0], 0, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra NEXT;"
      "ld.volatile.global.u32 %r2, [%rd0+64]; add.u32 %r2, %r2, 1; st.volatile.global.u32 [%rd0+64], %r2; membar.gl;"
      "atom.global.exch.b32 %r3, [%rd0], 0; mov.u32 %r9, 1;"
      "NEXT: setp.eq.u32 %p2, %r9, 0; @%p2 bra LOOP; ret;";
  const TimedResult timed = time_ptx(lock, {.grid = 3});
  EXPECT_EQ(timed.words[16], 96u);
  EXPECT_GT(timed.cycles, 96 * k_l2);
}

TEST(TimedRun, SleepTakesItsTimeInEveryWave) {
  const std::string sleep = "nanosleep.u32 1000; ret;";
  EXPECT_GE(time_ptx(sleep, {}).cycles, 2000u);
  EXPECT_LT(time_ptx(sleep, {.grid = 132}).cycles, 2200u);
  EXPECT_GE(time_ptx(sleep, {.grid = 8, .sms = 2, .blocks_per_sm = 1}).cycles, 4 * 2000u);
}

TEST(TimedRun, OneWarpThatSleepsHoldsUpThoseAtTheBarrier) {
  const std::string body =
      "setp.ge.u32 %p1, %r0, 32; @%p1 bra GO; nanosleep.u32 1000; GO: bar.sync 0; mov.u32 %r1, %clock;"
      "mul.wide.u32 %rd1, %r0, 4; add.s64 %rd1, %rd0, %rd1; st.global.u32 [%rd1], %r1; ret;";
  const TimedResult timed = time_ptx(body, {.block = 64});
  EXPECT_GE(timed.words[0], 2000u);
  EXPECT_GE(timed.words[63], 2000u);
}

TEST(TimedRun, ClocksShowTheModelledTime) {
  const std::string body =
      "mov.u32 %r1, %clock; mov.u64 %rd1, %globaltimer; nanosleep.u32 500; mov.u32 %r2, %clock;"
      "mov.u64 %rd2, %globaltimer; sub.u32 %r1, %r2, %r1; sub.s64 %rd1, %rd2, %rd1; st.global.u32 [%rd0], %r1;"
      "st.global.u64 [%rd0+8], %rd1; ret;";
  const TimedResult timed = time_ptx(body, {});
  EXPECT_NEAR(timed.words[0], 1000, 80);
  EXPECT_NEAR(timed.words[2], 500, 40);
}

TEST(TimedRun, WhoSpinsOnAClockTakesSoLong) {
  const std::string body =
      "mov.u64 %rd1, %clock64; LOOP: mov.u64 %rd2, %clock64; sub.s64 %rd3, %rd2, %rd1; setp.lt.s64 %p1, %rd3, 20000;"
      "@%p1 bra LOOP; ret;";
  const TimedResult timed = time_ptx(body, {.grid = 4});
  EXPECT_GE(timed.cycles, 20000u);
  EXPECT_LT(timed.cycles, 20100u);
}

TEST(TimedRun, WhoWaitsForWhatNeverComesIsStopped) {
  const TimedResult timed = time_ptx(chain(k_look, "ret;"), {.grid = 2, .budget = 20'000});
  EXPECT_FALSE(timed.finished);
}

// No warp executes much, but all of them together do: a launch that would take minutes to count is given up.
TEST(TimedRun, ALaunchHasABudgetToo) {
  const std::string body = "mov.u32 %r3, 0; LOOP: add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 1000; @%p1 bra LOOP; ret;";
  const TimedLaunch launch{.grid = 64, .block = 64, .budget = 10'000, .launch_budget = 10'000'000};
  TimedLaunch little = launch;
  little.launch_budget = 100'000;
  for (const bool timed : {true, false}) {
    TimedLaunch each = launch, small = little;
    each.known_pace = small.known_pace = timed;
    EXPECT_TRUE(time_ptx(body, each).finished);
    EXPECT_FALSE(time_ptx(body, small).finished);
    EXPECT_LT(time_ptx(body, small).executed, 200'000u);
    small.launch_budget = small.budget = 0;
    EXPECT_FALSE(time_ptx(body, small).finished) << "and none at all is used up at once";
  }
}

TEST(TimedRun, BlocksThatCountTheirLooksGetOn) {
  const std::string body =
      "mov.u32 %r3, 0; LOOP: ld.volatile.global.u32 %r1, [%rd0]; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 100;"
      "@%p1 bra LOOP; st.global.u32 [%rd0+64], %r3; ret;";
  const TimedResult timed = time_ptx(body, {.grid = 4});
  EXPECT_EQ(timed.words[16], 100u);
  EXPECT_GE(timed.cycles, 100 * k_l2 / 2);
}

TEST(TimedRun, LoadsTakeTheirTimeOneAfterAnotherWhereEachGivesTheNextAddress) {
  // The first word is zero: a chain that stays where it is.
  const std::string next = "cvt.u64.u32 %rd3, %r5; add.s64 %rd3, %rd3, %rd0; ld.global.cg.u32 %r5, [%rd3];";
  const std::string chase = "nanosleep.u32 0; mov.u32 %r5, 0;" + next + next + next + next + "ret;";
  EXPECT_GE(time_ptx(chase, {}).cycles, 4 * k_l2 / 2);
  const std::string together =
      "nanosleep.u32 0; ld.global.cg.u32 %r5, [%rd0]; ld.global.cg.u32 %r6, [%rd0+128]; ld.global.cg.u32 %r7, "
      "[%rd0+256]; ret;";
  EXPECT_LT(time_ptx(together, {}).cycles, k_l2);
}

TEST(TimedRun, LaunchesKeepNoTimeWhereNothingDependsOnItOrNoPaceIsKnown) {
  EXPECT_EQ(time_ptx("ld.global.u32 %r1, [%rd0]; ret;", {}).cycles, 0u);
  EXPECT_EQ(time_ptx(chain(k_look, k_pass), {.grid = 4, .known_pace = false}).cycles, 0u);
}

}  // namespace timed_run_test
}  // namespace whet::vgpu
