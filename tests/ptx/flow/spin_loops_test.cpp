#include "ptx/flow/spin_loops.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "ptx_text.h"

namespace whet::ptx {

namespace spin_loops_test {

bool any_spins(const std::string& body) {
  const Function function = test::kernel(body);
  const std::vector<bool> found = spinning_reads(function, build_flow_graph(function));
  return std::find(found.begin(), found.end(), true) != found.end();
}

// The read once more until what it gave is not zero.
std::string until_set(const std::string& read) {
  return "L: " + read + " setp.eq.u32 %p1, %r1, 0; @%p1 bra L; ret;";
}

TEST(SpinLoops, EveryReadOfOneAddressThatALoopWaitsForSpins) {
  for (const char* read :
       {"ld.volatile.global.u32 %r1, [%rd1];", "ld.acquire.gpu.global.u32 %r1, [%rd1];",
        "ld.relaxed.gpu.u32 %r1, [%rd1];", "ld.global.cv.u32 %r1, [%rd1];", "ld.global.cg.u32 %r1, [%rd1];",
        "ld.global.u32 %r1, [%rd1+8];", "atom.global.add.u32 %r1, [%rd1], 0;", "atom.global.max.u32 %r1, [%rd1], 0;",
        "atom.cas.b32 %r1, [%rd1], 0, 1;"}) {
    EXPECT_TRUE(any_spins(until_set(read))) << read;
  }
}

TEST(SpinLoops, OthersCannotWriteSharedLocalOrConstantMemory) {
  for (const char* read : {"ld.volatile.shared.u32 %r1, [%rd1];", "ld.local.u32 %r1, [%rd1];",
                           "ld.const.u32 %r1, [%rd1];", "ld.global.nc.u32 %r1, [%rd1];"}) {
    EXPECT_FALSE(any_spins(until_set(read))) << read;
  }
}

TEST(SpinLoops, AddressesThatAreComputedAnewFromTheSameAreTheSame) {
  EXPECT_TRUE(
      any_spins("L: add.s64 %rd2, %rd1, 16; ld.global.u32 %r1, [%rd2]; setp.eq.u32 %p1, %r1, 0;"
                "@%p1 bra L; ret;"));
}

TEST(SpinLoops, AChaseDoesNotWait) {
  EXPECT_FALSE(any_spins("L: ld.global.u64 %rd1, [%rd1]; setp.ne.u64 %p1, %rd1, 0; @%p1 bra L; ret;"));
  EXPECT_FALSE(
      any_spins("L: ld.global.u32 %r1, [%rd1]; add.s64 %rd1, %rd1, 4; setp.ne.u32 %p1, %r1, 0;"
                "@%p1 bra L; ret;"));
}

// for (j = 0; j < end[row]; ++j), with a store between: compilers read the end again each time round.
TEST(SpinLoops, ABoundThatIsReadAgainIsNoWait) {
  const std::string count =
      "st.global.u32 [%rd2], %r2; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1; @%p1 bra L; ret;";
  EXPECT_FALSE(any_spins("L: ld.global.u32 %r1, [%rd1];" + count));
  EXPECT_TRUE(any_spins("L: ld.volatile.global.u32 %r1, [%rd1];" + count)) << "it asks for what others write";
  EXPECT_TRUE(
      any_spins("L: ld.global.u32 %r1, [%rd1]; setp.ne.u32 %p2, %r1, 0; @%p2 bra E; add.u32 %r2, %r2, 1;"
                "setp.lt.u32 %p1, %r2, 9; @%p1 bra L; E: ret;"))
      << "a wait that gives up";
}

TEST(SpinLoops, ASumThatIsKeptInMemoryDoesNotWait) {
  EXPECT_FALSE(
      any_spins("L: ld.global.u32 %r1, [%rd1]; add.u32 %r1, %r1, 1; st.global.u32 [%rd1], %r1;"
                "add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 9; @%p1 bra L; ret;"));
}

TEST(SpinLoops, AVolatileLoadWaitsInALoopAlone) {
  EXPECT_FALSE(any_spins("ld.volatile.global.u32 %r1, [%rd1]; ret;"));
  EXPECT_TRUE(
      any_spins("L: ld.volatile.global.u32 %r1, [%rd1]; add.s64 %rd1, %rd1, 4; setp.ne.u32 %p1, %r2, 0;"
                "@%p1 bra L; ret;"));
}

}  // namespace spin_loops_test

}  // namespace whet::ptx
