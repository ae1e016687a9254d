// What a launch counts, and so its modelled time, does not depend on how many host threads run it, nor on which of them
// gets which block.
#include <gtest/gtest.h>

#include "vgpu/program/sampling.h"
#include "vgpu/ptx_words.h"

namespace whet::vgpu {
namespace host_threads_test {

constexpr uint32_t k_blocks = 1000;

struct Kernel {
  const char* name;
  std::string ptx;
};

// Neighbours mostly take as long as one another, others do not.
const std::string k_loop =
    "shr.u32 %r1, %cta, 3; and.b32 %r1, %r1, 15; again: sub.u32 %r1, %r1, 1; setp.gt.s32 %q, %r1, 0; @%q bra again;";

const std::vector<Kernel>& kernels() {
  const std::string registers = ".reg .b32 %r<8>; .reg .pred %q; .reg .b64 %rd<4>;";
  const std::string own_word = "mad.wide.u32 %rd1, %cta, 4, %p0; ";
  static const std::vector<Kernel> all = {
      {"stores of neighbours into one sector",
       ptx_kernel(1, registers, k_loop + own_word + "st.global.u32 [%rd1], %cta;")},
      {"loads of neighbours from one line",
       ptx_kernel(1, registers,
                  k_loop + own_word + "ld.global.u32 %r2, [%rd1]; ld.global.u32 %r3, [%rd1+16]; " +
                      "add.u32 %r2, %r2, %r3; st.global.u32 [%to], %r2;")},
      {"atomics on few words", ptx_kernel(1, registers,
                                          k_loop + "and.b32 %r2, %cta, 3; mad.wide.u32 %rd1, %r2, 4, %p0;" +
                                              "red.global.add.u32 [%rd1], %cta;")},
      {"a call that loads",
       ptx_kernel(1, registers,
                  k_loop + own_word + "{ .param .b64 a; .param .b32 v; st.param.b64 [a], %rd1; call.uni (v), f, (a);" +
                      "ld.param.b32 %r2, [v]; } st.global.u32 [%to], %r2;",
                  ".func (.param .b32 out) f(.param .b64 at) { .reg .b64 %a; .reg .b32 %v<3>; ld.param.b64 %a, [at];"
                  "ld.global.u32 %v0, [%a]; ld.global.u32 %v1, [%a+64]; add.u32 %v0, %v0, %v1;"
                  "st.param.b32 [out], %v0; ret; }")},
      {"local memory", ptx_kernel(1, registers + ".local .align 4 .b8 own[64];",
                                  k_loop + "mov.u64 %rd1, own; st.local.u32 [%rd1], %cta; ld.local.u32 %r2, [%rd1+4];"
                                           "st.global.u32 [%to], %r2;")},
  };
  return all;
}

Counts counts_of(const Kernel& kernel, int threads, uint64_t sample, uint32_t sms) {
  PtxRun how{.buffers = {Words(32 * k_blocks)}, .grid = {k_blocks, 1, 1}, .block = {32, 1, 1}};
  how.options.threads = threads;
  how.options.sample_blocks = sample;
  how.options.quick_instructions = 20'000;
  how.options.caches = {.sms = sms, .blocks_per_sm = 4, .l2_bytes = 1 << 20};
  const RunResult result = expect_ptx(kernel.ptx, how);
  EXPECT_TRUE(result.finished) << kernel.name;
  return result.counts;
}

TEST(HostThreads, CountsAreThoseOfOne) {
  for (const uint64_t sample : {k_all_blocks, k_as_needed}) {
    for (const uint32_t sms : {5, 132}) {
      for (const Kernel& kernel : kernels()) {
        const Counts alone = counts_of(kernel, 1, sample, sms);
        for (const int threads : {2, 3, 7})
          EXPECT_TRUE(counts_of(kernel, threads, sample, sms) == alone) << kernel.name << ", " << sms << " SMs";
      }
    }
  }
}

}  // namespace host_threads_test
}  // namespace whet::vgpu
