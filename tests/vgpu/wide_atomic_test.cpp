// Atomics of vectors and of 128 bits, f32 in global memory, and the stack of alloca.
#include <bit>

#include "vgpu/ptx_words.h"

namespace whet::vgpu {
namespace wide_atomic_test {

uint32_t bits_of(float value) {
  return std::bit_cast<uint32_t>(value);
}

// One thread runs `body`; %r0 to %r7 are the words of the second buffer.
PtxRun run(const std::string& body, Words memory, Words values) {
  values.resize(8);
  PtxRun how{.buffers = {std::move(memory), std::move(values)}, .block = {1, 1, 1}};
  std::string loads;
  for (int i = 0; i < 8; ++i)
    loads += "ld.global.u32 %r" + std::to_string(i) + ", [%p1+" + std::to_string(4 * i) + "];";
  const RunResult result = expect_ptx(
      ptx_kernel(2, ".reg .b32 %r<16>; .reg .b16 %h<16>; .reg .b64 %d<8>; .reg .b128 %w<4>;", loads + body), how);
  EXPECT_TRUE(result.finished);
  return how;
}

TEST(WideAtomics, EveryElementOfAVectorIsAdded) {
  const PtxRun how =
      run("red.global.add.v4.f32 [%p0], {%r0, %r1, %r2, %r3};", {bits_of(1), bits_of(2), bits_of(3), bits_of(4), 7},
          {bits_of(0.5f), bits_of(-2), bits_of(1e30f), bits_of(4)});
  EXPECT_EQ(how.buffers[0], (Words{bits_of(1.5f), 0, bits_of(1e30f), bits_of(8), 7}));
}

TEST(WideAtomics, AtomGivesBackWhatWasThere) {
  const PtxRun how = run("atom.global.add.v2.f32 {%r8, %r9}, [%p0], {%r0, %r1}; st.global.v2.u32 [%p0+8], {%r8, %r9};",
                         {bits_of(1), bits_of(2), 0, 0}, {bits_of(10), bits_of(20)});
  EXPECT_EQ(how.buffers[0], (Words{bits_of(11), bits_of(22), bits_of(1), bits_of(2)}));
}

// 0x3c00 is 1.0 in f16, 0x3f80 in bf16.
TEST(WideAtomics, HalvesAreAddedAndCompared) {
  PtxRun how =
      run("red.global.add.noftz.v2.f16x2 [%p0], {%r0, %r1};", {0x3c003c00, 0x4000c000}, {0x3c004000, 0x40004000});
  EXPECT_EQ(how.buffers[0], (Words{0x40004200, 0x44000000}));
  how = run("red.global.add.noftz.v2.bf16x2 [%p0], {%r0, %r1};", {0x3f803f80, 0}, {0x3f80bf80, 0x7fc04000});
  EXPECT_EQ(how.buffers[0][0], 0x40000000u);
  EXPECT_EQ(how.buffers[0][1] & 0xffff, 0x4000u);
  EXPECT_GT(how.buffers[0][1] >> 16 & 0x7fff, 0x7f80u) << "a NaN stays one";
  how = run("red.global.min.noftz.v2.f16x2 [%p0], {%r0, %r1};", {0x3c003c00, 0x00008000}, {0x3800bc00, 0x80007e00});
  EXPECT_EQ(how.buffers[0], (Words{0x3800bc00, 0x80008000})) << "-0 is below +0, a number before a NaN";
  how =
      run("mov.b32 {%h0, %h1}, %r0; mov.b32 {%h2, %h3}, %r1; mov.b32 {%h4, %h5}, %r2; mov.b32 {%h6, %h7}, %r3;"
          "red.global.max.noftz.v8.f16 [%p0], {%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7};",
          {0x3c003c00, 0, 0x7c007c00, 0xfc00fc00}, {0x40003800, 0x8000bc00, 0x7bff7e00, 0x7e00fc00});
  EXPECT_EQ(how.buffers[0], (Words{0x40003c00, 0, 0x7c007c00, 0xfc00fc00}));
}

TEST(WideAtomics, AHundredAndTwentyEightBitsAreExchangedOrCompared) {
  const std::string make =
      "mov.b64 %d0, {%r0, %r1}; mov.b64 %d1, {%r2, %r3}; mov.b128 %w0, {%d0, %d1};"
      "mov.b64 %d2, {%r4, %r5}; mov.b64 %d3, {%r6, %r7}; mov.b128 %w1, {%d2, %d3};";
  const std::string keep = "mov.b128 {%d4, %d5}, %w2; st.global.v2.u64 [%p0+16], {%d4, %d5};";
  PtxRun how = run(make + "atom.global.exch.b128 %w2, [%p0], %w0;" + keep, {1, 2, 3, 4, 0, 0, 0, 0}, {5, 6, 7, 8});
  EXPECT_EQ(how.buffers[0], (Words{5, 6, 7, 8, 1, 2, 3, 4}));
  const std::string compare = make + "atom.global.cas.b128 %w2, [%p0], %w0, %w1;" + keep;
  how = run(compare, {5, 6, 7, 8, 0, 0, 0, 0}, {5, 6, 7, 8, 9, 10, 11, 12});
  EXPECT_EQ(how.buffers[0], (Words{9, 10, 11, 12, 5, 6, 7, 8}));
  how = run(compare, {5, 6, 7, 0, 0, 0, 0, 0}, {5, 6, 7, 8, 9, 10, 11, 12});
  EXPECT_EQ(how.buffers[0], (Words{5, 6, 7, 0, 5, 6, 7, 0})) << "one word differs";
}

// 0x00000001 and 0x80400000 are subnormal.
TEST(WideAtomics, GlobalMemoryFlushesDenormalsOfF32AndSharedMemoryKeepsThem) {
  PtxRun how = run("red.global.add.f32 [%p0], %r0; red.global.add.f32 [%p0+4], %r1;", {0, 0x80400000}, {1, 0x80000000});
  EXPECT_EQ(how.buffers[0], (Words{0, 0x80000000}));
  PtxRun shared{.buffers = {Words(1)}, .block = {1, 1, 1}};
  expect_ptx(ptx_kernel(1, ".shared .align 4 .b8 t[4]; .reg .b32 %r<4>;",
                        "mov.u32 %r0, t; mov.u32 %r1, 1; st.shared.u32 [%r0], %r1; red.shared.add.f32 [%r0], %r1;"
                        "ld.shared.u32 %r2, [%r0]; st.global.u32 [%to], %r2;"),
             shared);
  EXPECT_EQ(shared.buffers[0][0], 2u);
}

TEST(WideAtomics, AVectorAcrossTheEndIsOutOfBounds) {
  PtxRun how{.buffers = {Words(6)}, .block = {1, 1, 1}};
  const RunResult result = expect_ptx(
      ptx_kernel(1, ".reg .b32 %r<4>;", "mov.u32 %r0, 0; red.global.add.v4.f32 [%p0+16], {%r0, %r0, %r0, %r0};"), how);
  EXPECT_FALSE(result.finished);
}

// Each lane allocates a different size, writes it, and restores the stack, in a loop.
TEST(Stack, AllocaGivesEachThreadItsOwnMemory) {
  PtxRun how{.buffers = {Words(32)}};
  const RunResult result = expect_ptx(
      ptx_kernel(1, ".reg .b32 %r<8>; .reg .b64 %d<8>; .reg .pred %q<2>;",
                 "mov.u32 %r0, 0; mov.u32 %r3, 0;"
                 "again: stacksave.u64 %d0; mad.wide.u32 %d1, %me, 16, 16; alloca.u64 %d2, %d1, 16;"
                 "st.local.u32 [%d2], %me; add.u64 %d3, %d2, %d1; st.local.u32 [%d3+-4], %r0; ld.local.u32 %r1, [%d2];"
                 "ld.local.u32 %r2, [%d3+-4]; add.u32 %r3, %r3, %r1; add.u32 %r3, %r3, %r2; stackrestore.u64 %d0;"
                 "add.u32 %r0, %r0, 1; setp.lt.u32 %q1, %r0, 1000; @%q1 bra again; st.global.u32 [%to], %r3;"),
      how);
  EXPECT_TRUE(result.finished);
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(how.buffers[0][lane], 1000 * lane + 499500) << lane;
}

TEST(Stack, MoreThanThereIsIsAStackOverflow) {
  PtxRun how{.buffers = {Words(32)}};
  const RunResult result = expect_ptx(
      ptx_kernel(1, ".reg .b64 %d<4>;", "mov.u64 %d0, 1000000; alloca.u64 %d1, %d0, 16; st.global.u64 [%p0], %d1;"),
      how);
  EXPECT_FALSE(result.finished);
  EXPECT_EQ(result.faults.at(0).kind, FaultKind::stack_overflow);
}

TEST(AsyncCopy, APredicateIgnoresTheSource) {
  PtxRun how{.buffers = {Words(32), Words(32, 9)}};
  const RunResult result = expect_ptx(
      ptx_kernel(2, ".shared .align 16 .b8 t[128]; .reg .b32 %r<4>; .reg .b64 %d<2>; .reg .pred %q<2>;",
                 "mov.u32 %r0, t; mad.lo.u32 %r0, %me, 4, %r0; mad.wide.u32 %d0, %me, 4, %p1; setp.lt.u32 %q1, %me, 8;"
                 "cp.async.ca.shared.global [%r0], [%d0], 4, %q1; cp.async.wait_all; ld.shared.u32 %r1, [%r0];"
                 "st.global.u32 [%to], %r1;"),
      how);
  EXPECT_TRUE(result.finished);
  EXPECT_EQ(how.buffers[0][7], 0u);
  EXPECT_EQ(how.buffers[0][8], 9u);
}

}  // namespace wide_atomic_test
}  // namespace whet::vgpu
