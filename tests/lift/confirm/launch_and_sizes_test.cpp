// How sizes, precision and blocks for a confirming run follow from the kernel.
#include <gtest/gtest.h>

#include "lift/confirm/launch_plan.h"
#include "lift/confirm/reached_code.h"
#include "lift/confirm/trial_sizes.h"
#include "ptx/reader/parser.h"

namespace whet::lift {
namespace {

constexpr const char* k_head = ".version 8.0\n.target sm_90\n.address_size 64\n";

ptx::Module module_of(const std::string& body) {
  auto module = ptx::parse(k_head + body, "test.ptx");
  EXPECT_TRUE(module.ok());
  return std::move(*module);
}

Precision precision_of_body(const std::string& body) {
  const ptx::Module module =
      module_of(".visible .entry k() {\n.reg .f32 %f<4>;\n.reg .f64 %d<4>;\n.reg .b16 %h<4>;\n" + body + "ret;\n}\n");
  return precision_of(reached_functions(module, *module.function("k")));
}

TEST(ReachedCodeTest, TheLeastExactArithmeticDecides) {
  EXPECT_EQ(precision_of_body("add.f64 %d1, %d2, %d3;\n").rounding, 0x1p-52);
  EXPECT_EQ(precision_of_body("add.f64 %d1, %d2, %d3;\nadd.f32 %f1, %f2, %f3;\n").rounding, 0x1p-23);
  EXPECT_EQ(precision_of_body("add.f32 %f1, %f2, %f3;\nadd.f16 %h1, %h2, %h3;\n").rounding, 0x1p-10);
  EXPECT_EQ(precision_of_body("cvt.rn.f16.f32 %h1, %f1;\n").rounding, 0x1p-23);  // in the meaning as half(x)
}

TEST(ReachedCodeTest, ADivisionEndsExactSums) {
  EXPECT_TRUE(precision_of_body("mul.f32 %f1, %f2, %f3;\n").is_ring);
  EXPECT_FALSE(precision_of_body("div.rn.f32 %f1, %f2, %f3;\n").is_ring);
}

TEST(ReachedCodeTest, FunctionsOfOtherKernelsDoNotCount) {
  const ptx::Module module = module_of(
      ".func g() {\n.reg .b16 %h<4>;\nadd.f16 %h1, %h2, %h3;\nret;\n}\n"
      ".visible .entry k() {\nret;\n}\n.visible .entry other() {\ncall g;\nret;\n}\n");
  EXPECT_EQ(reached_functions(module, *module.function("k")).size(), 1u);
  EXPECT_EQ(reached_functions(module, *module.function("other")).size(), 2u);
}

TEST(LaunchPlanTest, ThreadsThatShareMemoryAreSeveralWarps) {
  for (const bool shares : {false, true}) {
    const std::string use = shares ? "ld.shared.f32 %f1, [tile];\n" : "";
    const ptx::Module module = module_of(
        ".visible .entry k() {\n.reg .f32 %f<4>;\n.reg .b32 %r<4>;\n.shared .f32 tile[64];\nmov.u32 %r1, %tid.x;\n" +
        use + "ret;\n}\n");
    const Arena arena;
    const LaunchPlanner planner(arena, Meaning(), module, *module.function("k"));
    uint64_t fewest = 1024;
    for (const LaunchPlan& plan : planner.plans({})) fewest = std::min(fewest, plan.block.count());
    EXPECT_EQ(fewest, shares ? 128u : 32u);
    KnownLaunch known;
    known.block = vgpu::Dim3{32, 1, 1};
    EXPECT_EQ(planner.plans(known).at(0).block.count(), 32u);  // what is known is taken
  }
}

// y = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z: one axis of the grid counts blocks.
TEST(LaunchPlanTest, AnAxisThatCountsBlocksCoversElementsWithoutThreads) {
  const ptx::Module module = module_of(
      ".visible .entry k() {\n.reg .b32 %r<6>;\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
      "mad.lo.s32 %r4, %r2, %r3, %r1;\nmov.u32 %r5, %ctaid.z;\nret;\n}\n");
  const Arena arena;
  const LaunchPlanner planner(arena, Meaning(), module, *module.function("k"));
  KnownLaunch known;
  known.block = vgpu::Dim3{16, 1, 4};
  bool covers_all = false;
  for (const LaunchPlan& plan : planner.plans(known)) {
    const vgpu::Dim3 grid = planner.grid(plan, 9, 540, 0);
    // The block's length along z plays no part.
    if (plan.cover == LaunchPlan::Cover::longest) {
      EXPECT_EQ(grid.z, 9u);
    }
    covers_all |= plan.cover == LaunchPlan::Cover::counted && grid.z == 540;
  }
  EXPECT_TRUE(covers_all);
}

TEST(TrialSizesTest, OneSizeIsAMultipleOfAllOthers) {
  for (int which = 0; which < k_large_attempts; ++which) {
    const auto sizes = one_large_size(4, 0, which, 1);
    ASSERT_EQ(sizes.size(), 4u);
    const size_t at = which == 2 ? 3 : static_cast<size_t>(which);
    int64_t product = 1;
    for (size_t i = 0; i < 4; ++i) product *= i == at ? 1 : sizes[i];
    EXPECT_EQ(sizes[at] % product, 0);
    EXPECT_GT(sizes[at], product);
  }
  EXPECT_TRUE(one_large_size(1, 0, 0, 1).empty());
}

}  // namespace
}  // namespace whet::lift
