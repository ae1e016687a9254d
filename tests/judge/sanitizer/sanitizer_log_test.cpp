// compute-sanitizer's words as findings.
#include "judge/sanitizer/sanitizer_log.h"

#include <gtest/gtest.h>

namespace whet {
namespace sanitizer_log_test {

TEST(SanitizerLog, AnAccessHasAPlaceAndAThread) {
  const SanitizerLog log = parse_sanitizer_log(
      "========= COMPUTE-SANITIZER\n"
      "what the program prints\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at scale(float *, int)+0x50 in /home/user/scale.cu:14\n"
      "=========     by thread (63,0,0) in block (2,0,0)\n"
      "=========     Address 0x7f2a1c003c9c is out of bounds\n"
      "=========     and is 29 bytes after the nearest allocation at 0x7f2a1c003c00 of size 128 bytes\n"
      "=========     Saved host backtrace up to driver entry point at kernel launch time\n"
      "=========         Host Frame: main [0x1754] in whet\n"
      "=========\n"
      "========= Invalid __global__ write of size 4 bytes\n"
      "=========     at scale(float *, int)+0x50 in /home/user/scale.cu:14\n"
      "=========     by thread (64,0,0) in block (2,0,0)\n"
      "=========\n"
      "========= ERROR SUMMARY: 1,769 errors\n"
      "========= ERROR SUMMARY: 669 errors were not printed. Use --print-limit option to adjust the number\n");
  ASSERT_EQ(log.findings.size(), 1u);
  EXPECT_EQ(describe(log.findings[0]),
            "Invalid __global__ write of size 4 bytes at /home/user/scale.cu:14 by thread (63,0,0) in block (2,0,0), 2 "
            "times");
  EXPECT_EQ(log.errors, 1769u);
  EXPECT_TRUE(log.complete);
}

TEST(SanitizerLog, OlderVersionsPutTheKernelBehindTheLine) {
  const SanitizerLog log = parse_sanitizer_log(
      "========= Uninitialized __global__ memory read of size 4 bytes\n"
      "=========     at 0x100 in /a b/sum.cu:30:sum(const int *, int *, unsigned int)\n"
      "=========     by thread (98,0,0) in block (194,0,0)\n"
      "========= ERROR SUMMARY: 1 error\n");
  ASSERT_EQ(log.findings.size(), 1u);
  EXPECT_EQ(log.findings[0].place, "/a b/sum.cu:30");
  EXPECT_EQ(log.errors, 1u);
}

TEST(SanitizerLog, ARaceHasTwoSides) {
  const SanitizerLog log = parse_sanitizer_log(
      "========= COMPUTE-SANITIZER\n"
      "========= Error: Race reported between Write access at sum(int *, int *)+0x90 in /r/block.cu:41\n"
      "=========     and Read access at sum(int *, int *)+0x100 in /r/block.cu:51 [508 hazards]\n"
      "=========     and Write access at sum(int *, int *)+0x90 in /r/block.cu:41 [4 hazards]\n"
      "=========\n"
      "========= Warning: Race reported between Read access at k+0x100\n"
      "=========     and Write access at k+0x200 [2 hazards]\n"
      "========= RACECHECK SUMMARY: 2 hazards displayed (1 error, 1 warning)\n");
  ASSERT_EQ(log.findings.size(), 2u);
  EXPECT_EQ(describe(log.findings[0]), "Race between Write access at /r/block.cu:41 and Read access at /r/block.cu:51");
  EXPECT_FALSE(log.findings[0].is_warning);
  EXPECT_EQ(describe(log.findings[1]), "Race between Read access at k+0x100 and Write access at k+0x200");
  EXPECT_TRUE(log.findings[1].is_warning);
  EXPECT_EQ(log.errors, 1u);
}

TEST(SanitizerLog, ABarrierMayBeTheCallersMistake) {
  const SanitizerLog log = parse_sanitizer_log(
      "========= Barrier error detected. Divergent thread(s) in block.\n"
      "=========     at kernel_name+0x15520\n"
      "=========     by thread (128,0,0) in block (0,0,0)\n"
      "=========         Device Frame: broken(float *, unsigned long)+0xb0 in /input/kernel.cu:12\n"
      "========= Target application returned an error\n"
      "========= ERROR SUMMARY: 17 errors\n");
  ASSERT_EQ(log.findings.size(), 1u);
  EXPECT_EQ(log.findings[0].what, "Barrier error detected. Divergent thread(s) in block.");
  EXPECT_EQ(log.findings[0].place, "/input/kernel.cu:12");
}

TEST(SanitizerLog, NothingFoundIsNoFinding) {
  EXPECT_TRUE(parse_sanitizer_log("========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n").findings.empty());
  EXPECT_TRUE(parse_sanitizer_log("========= ERROR SUMMARY: 0 errors\n").complete);
  EXPECT_FALSE(parse_sanitizer_log("========= COMPUTE-SANITIZER\n").complete);
  EXPECT_FALSE(parse_sanitizer_log("Invalid __global__ write of size 4 bytes\nERROR SUMMARY: 1 error\n").complete);
  EXPECT_TRUE(parse_sanitizer_log("Invalid __global__ write of size 4 bytes\n").findings.empty());
}

TEST(SanitizerLog, NoFloodOfFindingsFillsTheMemory) {
  std::string text;
  for (int i = 0; i < 10'000; ++i)
    text += "========= Invalid __shared__ read of size " + std::to_string(i) + " bytes\n=========     at k in a.cu:1\n";
  EXPECT_EQ(parse_sanitizer_log(text).findings.size(), 64u);
}

}  // namespace sanitizer_log_test
}  // namespace whet
