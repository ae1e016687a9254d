// An address is a register plus an offset: the sum wraps at the register's width, and the offset is signed.
#include "ptx_run.h"

namespace whet::vgpu {
namespace address_test {

const std::string k_store = "mul.wide.u32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1; st.global.u32 [%rd2], %r5; ret;";
// %r2: the lane's word of `tile` minus 64, negative for lanes below 16; %r3: 3 x lane.
const std::string k_start =
    R"(mov.u32 %r1, tile; mad.lo.s32 %r2, %r0, 4, %r1; sub.s32 %r2, %r2, 64; mul.lo.s32 %r3, %r0, 3;
  mad.lo.s32 %r4, %r0, 4, %r1; st.shared.u32 [%r4], %r3; bar.warp.sync -1;
)";

void expect_triple(const std::string& body, uint32_t more = 0) {
  const std::vector<uint32_t> results = run_ptx(k_start + body + k_store);
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(results[lane], 3 * lane + more) << lane << ": " << body;
}

TEST(Address, ASharedOneWrapsIn32Bits) {
  expect_triple("ld.shared.u32 %r5, [%r2+64];");
  expect_triple("ld.shared.u32 %r5, [%r2+4294967360];");
  expect_triple("add.s32 %r6, %r2, 128; ld.shared.u32 %r5, [%r6+-64];");
  expect_triple("add.s32 %r6, %r2, 128; ld.shared.u32 %r5, [%r6-64];");
  expect_triple("add.s32 %r6, %r2, 128; ld.shared.u32 %r5, [%r6+4294967232];");
}

TEST(Address, OfStoresAndAtomicsWrapsToo) {
  expect_triple("add.s32 %r6, %r3, 5; st.shared.u32 [%r2+64], %r6; ld.shared.u32 %r5, [%r4];", 5);
  expect_triple("atom.shared.add.u32 %r5, [%r2+64], 9;");
  expect_triple("red.shared.add.u32 [%r2+64], 9; ld.shared.u32 %r5, [%r4];", 9);
  expect_triple("ld.shared.u32 %r5, [%r4]; st.shared.u8 [%r2+64], %r5; ld.shared.u32 %r5, [%r4];");
}

TEST(Address, OfLocalMemoryWraps) {
  const std::string body = R"(.local .align 4 .b8 box[64];
    mov.u32 %r6, box; st.local.u32 [%r6+8], %r3; sub.s32 %r6, %r6, 256; ld.local.u32 %r5, [%r6+264];)";
  expect_triple(body);
}

TEST(Address, OfBarriersInMemoryWraps) {
  expect_triple(R"(setp.ne.u32 %p1, %r0, 0; mov.u32 %r6, tile; sub.s32 %r6, %r6, 128; @%p1 bra SKIP;
    mbarrier.init.shared.b64 [%r6+2176], 32; SKIP: bar.warp.sync -1; mbarrier.arrive.shared.b64 %rd5, [%r6+2176];
    bar.warp.sync -1; mbarrier.test_wait.shared.b64 %p2, [%r6+2176], %rd5; selp.u32 %r5, %r3, 999, %p2;)");
}

TEST(Address, OfMatrixRowsWraps) {
  const std::vector<uint32_t> results =
      run_ptx(k_start + R"(mov.u32 %r6, tile; and.b32 %r7, %r0, 7; shl.b32 %r7, %r7, 4;
    add.s32 %r6, %r6, %r7; sub.s32 %r6, %r6, 256; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r6+256];)" +
              k_store);
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(results[lane], 3 * lane) << lane;
}

// The results are written first, then copied to shared memory in reverse order.
TEST(Address, OfAsynchronousCopiesWrapsAndHasASign) {
  const std::string body =
      R"(mul.wide.u32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1; add.s32 %r6, %r3, 1; st.global.u32 [%rd2], %r6;
    bar.warp.sync -1; add.s64 %rd3, %rd2, 400; cp.async.ca.shared.global [%r2+64], [%rd3-400], 4;
    cp.async.wait_all; bar.warp.sync -1; ld.shared.u32 %r5, [%r4];)";
  expect_triple(body, 1);
}

TEST(Address, Of64BitsHasASign) {
  const std::string body = R"(mul.wide.u32 %rd1, %r0, 4; add.s64 %rd2, %rd0, %rd1; st.global.u32 [%rd2], %r3;
    add.s64 %rd3, %rd2, 4096; ld.global.u32 %r5, [%rd3-4096];)";
  expect_triple(body);
}

}  // namespace address_test
}  // namespace whet::vgpu
