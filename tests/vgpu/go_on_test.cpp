// Out-of-bounds accesses that a GPU would not trap: reported once, and the launch continues.
#include "vgpu/ptx_words.h"

namespace whet::vgpu {
namespace go_on_test {

RunResult run(const std::string& ptx, PtxRun& how, bool go_on = true) {
  how.options.go_on = go_on;
  return expect_ptx(ptx, how);
}

// Reads one word past a buffer of 32, and writes there; `out` has what was read.
const std::string k_past_end =
    ptx_kernel(2, ".reg .b32 %r<4>; .reg .b64 %rd<2>;",
               "mad.wide.u32 %rd1, %me, 4, %p1; ld.global.u32 %r1, [%rd1+4]; st.global.u32 [%rd1+4], %me;"
               "ld.global.u32 %r2, [%rd1+4]; st.global.u32 [%to], %r1; st.global.u32 [%to+128], %r2;");

TEST(GoOn, AReadPastTheEndGivesPoisonAndAWriteNothing) {
  PtxRun how{.buffers = {Words(64), Words(32, 5)}};
  const RunResult result = run(k_past_end, how);
  EXPECT_TRUE(result.finished);
  ASSERT_EQ(result.faults.size(), 3u) << "one for each instruction";
  for (const Fault& fault : result.faults) {
    EXPECT_EQ(fault.kind, FaultKind::out_of_bounds);
    EXPECT_TRUE(fault.went_on);
    EXPECT_EQ(fault.times, 1u);
  }
  EXPECT_EQ(how.buffers[0][30], 5u) << "lanes in bounds read what is there";
  EXPECT_EQ(how.buffers[0][31], how.buffers[0][63]) << "the stray write is dropped, the same poison read again";
  EXPECT_NE(how.buffers[0][31], 31u);
  EXPECT_EQ(how.buffers[1][31], 30u);
}

TEST(GoOn, WithoutItTheLaunchStops) {
  PtxRun how{.buffers = {Words(64), Words(32, 5)}};
  const RunResult result = run(k_past_end, how, false);
  EXPECT_FALSE(result.finished);
  ASSERT_FALSE(result.faults.empty());
  for (const Fault& fault : result.faults) EXPECT_FALSE(fault.went_on);
}

TEST(GoOn, AnAddressWhereNothingIsMappedStopsTheLaunchAsOnAGpu) {
  PtxRun how{.buffers = {Words(32)}};
  const RunResult result = run(ptx_kernel(1, ".reg .b32 %r<2>; .reg .b64 %rd<2>;",
                                          "mov.u64 %rd1, 64; ld.global.u32 %r1, [%rd1]; st.global.u32 [%to], %r1;"),
                               how);
  EXPECT_FALSE(result.finished);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_FALSE(result.faults[0].went_on);
}

TEST(GoOn, AMisalignedAccessStopsTheLaunch) {
  PtxRun how{.buffers = {Words(32)}};
  const RunResult result =
      run(ptx_kernel(1, ".reg .b32 %r<2>;", "ld.global.u32 %r1, [%to+1]; st.global.u32 [%to], %r1;"), how);
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::misaligned);
}

// 100 bytes of shared memory: a GPU allocates 128 for the block.
TEST(GoOn, SharedMemoryGoesOnToTheEndOfTheLastGranule) {
  const auto reads_at = [](int offset) {
    PtxRun how{.buffers = {Words(32)}};
    const RunResult result = run(ptx_kernel(1, ".shared .align 4 .b8 tile[100]; .reg .b32 %r<4>;",
                                            "mov.u32 %r1, tile; ld.shared.u32 %r2, [%r1+" + std::to_string(offset) +
                                                "]; st.global.u32 [%to], %r2;"),
                                 how);
    return result.finished;
  };
  EXPECT_TRUE(reads_at(96));
  EXPECT_TRUE(reads_at(124));
  EXPECT_FALSE(reads_at(128));
}

TEST(GoOn, AStrayAtomicAndCopyHarmNothing) {
  PtxRun how{.buffers = {Words(32, 1), Words(8, 2)}, .checks = {true, true, true, true}};
  const RunResult result =
      run(ptx_kernel(2, ".shared .align 16 .b8 tile[512]; .reg .b32 %r<4>; .reg .b64 %rd<3>;",
                     "mad.wide.u32 %rd1, %me, 4, %p1; atom.global.add.u32 %r1, [%rd1], 1;"
                     "mov.u32 %r2, tile; mad.lo.u32 %r2, %me, 16, %r2; mad.wide.u32 %rd2, %me, 16, %p1;"
                     "cp.async.ca.shared.global [%r2], [%rd2], 16; cp.async.wait_all;"
                     "ld.shared.u32 %r3, [%r2]; st.global.u32 [%to], %r3;"),
          how);
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(how.buffers[1], Words(8, 3));
  EXPECT_EQ(how.buffers[0][1], 3u);
}

}  // namespace go_on_test
}  // namespace whet::vgpu
