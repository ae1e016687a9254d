// setmaxnreg and griddepcontrol: they change no result, and their rules are checked.
#include <gtest/gtest.h>

#include "cluster_run.h"

namespace whet::vgpu {
namespace cluster_ops_test {

std::string kernel_with(const std::string& body) {
  return cluster_kernel(0, "", body);
}

// "" if the kernel can be run.
std::string refusal(const std::string& body) {
  const auto run = run_clusters(kernel_with(body), {}, {.grid = {1, 1, 1}});
  return run ? "" : run.error().what;
}

std::vector<FaultKind> found_by(CheckSet checks, const std::string& body, uint32_t threads = 64) {
  return faults_of(kernel_with(body), {}, {.grid = {1, 1, 1}, .block = {threads, 1, 1}, .checks = checks});
}

TEST(SetRegisters, TakesMultiplesOfEightFrom24To256) {
  for (const char* change : {"inc", "dec"}) {
    for (const int count : {24, 32, 40, 232, 256})
      EXPECT_EQ(refusal(fmt::format("setmaxnreg.{}.sync.aligned.u32 {};", change, count)), "") << count;
    for (const int count : {0, 8, 16, 23, 25, 28, 44, 257, 264, 1024})
      EXPECT_NE(refusal(fmt::format("setmaxnreg.{}.sync.aligned.u32 {};", change, count)).find("multiple of 8"),
                std::string::npos)
          << count;
  }
  EXPECT_NE(refusal("mov.u32 %r0, 40;\nsetmaxnreg.inc.sync.aligned.u32 %r0;"), "");
}

TEST(SetRegisters, IsFoundWhereOnlyPartOfAWarpExecutesIt) {
  const std::string half = "setp.lt.u32 %c0, %lane, 16;\n";
  const std::string guarded = half + "@%c0 setmaxnreg.dec.sync.aligned.u32 40;";
  const std::string jumped =
      half + "@!%c0 bra past;\nsetmaxnreg.dec.sync.aligned.u32 40;\npast:\nbar.warp.sync 0xffffffff;";
  for (const std::string& body : {guarded, jumped}) {
    EXPECT_EQ(found_by(k_all_checks, body), std::vector{FaultKind::wrong_mask}) << body;
    EXPECT_EQ(found_by({.sync = true}, body), std::vector{FaultKind::wrong_mask}) << body;
    EXPECT_TRUE(found_by({}, body).empty()) << body;
  }
}

TEST(SetRegisters, IsRightForWholeWarps) {
  const std::string second_warp = "setp.ge.u32 %c0, %lane, 32;\n@%c0 setmaxnreg.inc.sync.aligned.u32 232;";
  const std::string after_exit = "setp.ge.u32 %c0, %lane, 16;\n@%c0 exit;\nsetmaxnreg.inc.sync.aligned.u32 232;";
  for (const std::string& body : {std::string("setmaxnreg.inc.sync.aligned.u32 232;"), second_warp, after_exit})
    EXPECT_TRUE(found_by(k_all_checks, body).empty()) << body;
  EXPECT_TRUE(found_by(k_all_checks, "setmaxnreg.dec.sync.aligned.u32 24;", 40).empty());
}

TEST(DependentLaunch, IsOrderedAlready) {
  EXPECT_TRUE(found_by(k_all_checks, "griddepcontrol.wait;\ngriddepcontrol.launch_dependents;").empty());
}

}  // namespace cluster_ops_test
}  // namespace whet::vgpu
