// The machine code of two builds side by side.
#include "report/inspect/machine_code_view.h"

#include <gtest/gtest.h>

#include "hardware/gpu.h"
#include "support/support.h"

namespace whet {

namespace machine_code_view_test {

class MachineCode : public testing::Test {
 protected:
  Result<BuiltKernel> build(const std::string& source, std::map<std::string, BlockAssumption> blocks = {}) {
    CompileRequest request;
    request.file = "k.cu";
    request.source = source;
    request.architectures = {*parse_architecture("sm_90a")};
    TRY(builds, compiler_.compile(request));
    BuiltKernel built;
    built.build = std::move(builds.front());
    built.blocks = std::move(blocks);
    return built;
  }

  static std::string after(const std::vector<InspectionRow>& rows, const std::string& label) {
    for (const InspectionRow& row : rows) {
      if (row.label == label) return row.before + " | " + row.after;
    }
    return "(no such row)";
  }

  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{.cache_directory = testing::TempDir() + "whet_report_cache"}, files_, processes_, clock_};
  Knowledge knowledge_;
};

const char* const k_before = "__global__ void k(const float* a, float* b) { b[threadIdx.x] = a[threadIdx.x] + 1; }";
const char* const k_after =
    "__global__ void k(const float* a, float* b) { __shared__ float s[256]; s[threadIdx.x] = a[threadIdx.x];\n"
    "  __syncthreads(); b[threadIdx.x] = s[255 - threadIdx.x] + 1; }\n"
    "__global__ void finish(float* b) { b[0] = 0; }";

TEST_F(MachineCode, ShowsWhatEachKernelUsesBeforeAndAfter) {
  const auto before = build(k_before, {{"k", {128, 0}}});
  if (!before && before.error().kind == ErrorKind::missing) GTEST_SKIP() << before.error().what;
  ASSERT_TRUE(before) << describe(before.error());
  const auto after_build = build(k_after, {{"k", {256, 0}}});
  ASSERT_TRUE(after_build) << describe(after_build.error());
  const auto gpu = Hardware(knowledge_).gpu("h200");
  ASSERT_TRUE(gpu);
  const auto view = compare_builds(*before, *after_build, gpu->capability);
  ASSERT_TRUE(view) << describe(view.error());
  ASSERT_EQ(view->kernels.size(), 2U);
  const KernelInspection& kernel = view->kernels[0].name.starts_with("k(") ? view->kernels[0] : view->kernels[1];
  EXPECT_EQ(after(kernel.rows, "shared memory, static"), "none | 1.0 KiB");
  EXPECT_EQ(after(kernel.rows, "threads a block"), "128 | 256");
  EXPECT_EQ(after(kernel.rows, "occupancy"),
            "16 blocks an SM, 64 of 64 warps (100 %) | 8 blocks an SM, 64 of 64 warps (100 %)");
  EXPECT_EQ(view->sass.only_after.size(), 1U) << "`finish` is new";
  EXPECT_EQ(view->sass.kernels.size(), 1U);
  EXPECT_NE(to_json(*view).dump(-1).find("\"origin\":\"counted\""), std::string::npos);
}

TEST_F(MachineCode, ADamagedBuildIsAnErrorNotACrash) {
  BuiltKernel damaged;
  damaged.build.cubin =
      "\x7f"
      "ELF but no more";
  EXPECT_FALSE(compare_builds(damaged, damaged, std::nullopt));
}

}  // namespace machine_code_view_test
}  // namespace whet
