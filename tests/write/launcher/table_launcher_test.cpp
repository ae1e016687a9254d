// Launchers that choose by size. Whether they run right is asked by tests/cli/cases/launcher_by_size.case.
#include "write/launcher/table_launcher.h"

#include <gtest/gtest.h>

#include "problem/signature/candidate.h"

namespace whet::write {
namespace table_launcher_test {

const std::string k_source = R"(#include <cuda_fp16.h>
#define BLOCK 64
__global__ void scale(const float* x, float* y, int cols) {
  for (int c = threadIdx.x; c < cols; c += BLOCK) y[blockIdx.x * cols + c] = 2 * x[blockIdx.x * cols + c];
}
)";
// Its rows are known from the grid alone.
const std::string k_problem = R"toml(
kernel = "scale.cu"
entry = "scale"
[dims]
rows = 8
cols = 100
[[args]]
name = "x"
type = "f32"
shape = ["rows", "cols"]
[[args]]
name = "y"
type = "f32"
shape = ["rows", "cols"]
role = "out"
[[args]]
name = "cols"
type = "i32"
[launch]
grid = ["rows"]
block = [64]
)toml";

class TableLauncher : public testing::Test {
 protected:
  TableLauncher() : problem_(problem_of()) {
    add("first.cu", "#define BLOCK 32\n" + k_source, "");
    kernels_.push_back({k_original, problem_, {.is_original = true}});
    table_ = {90, k_original, "measured, confirmed", "cols", {{512, {}, "first.cu"}, {std::nullopt, {}, k_original}}};
  }

  static Problem problem_of() {
    auto parsed = parse_problem(k_problem, "problem.toml");
    EXPECT_TRUE(parsed.ok()) << parsed.error().what;
    parsed->source = k_source;
    for (ProblemLaunch& launch : parsed->launches) launch.entry = parsed->entry;
    return *parsed;
  }

  // Before the original.
  void add(const std::string& name, const std::string& source, const std::string& settings) {
    auto made = with_candidate(problem_, name, source, settings);
    ASSERT_TRUE(made) << made.error().what;
    kernels_.insert(kernels_.begin(), {name, std::move(*made), {.alignment = 256}});
  }

  std::string text() const {
    const auto made = table_launcher_text(problem_, table_, kernels_);
    return made ? *made : made.error().what + " (" + made.error().where + ")";
  }

  static size_t count(const std::string& text, const std::string& part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  }

  static void expect(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }

  Problem problem_;
  SizeTable table_;
  std::vector<TableKernel> kernels_;
};

TEST_F(TableLauncher, EveryKernelHasItsNamespace) {
  const std::string file = text();
  expect(file, "// `scale` by size: kernels of a table (measured, confirmed times), and host code that takes the one");
  expect(file, "//   cols <= 512: first.cu\n//   above: original\n//   other GPUs than sm_90: original\n");
  expect(file, "namespace scale_by_size::kernel_1 {\n#define BLOCK 32\n");
  expect(file, "namespace scale_by_size::original {\n#define BLOCK 64\n");
  EXPECT_EQ(count(file, "#include <cuda_fp16.h>"), 1u);
}

TEST_F(TableLauncher, MacrosEndWithTheirKernel) {
  const std::string file = text();
  EXPECT_EQ(count(file, "#pragma push_macro(\"BLOCK\")\nnamespace scale_by_size::"), 2u);
  EXPECT_EQ(count(file, "\n#pragma pop_macro(\"BLOCK\")\n"), 2u);
}

TEST_F(TableLauncher, TheSizeChooses) {
  const std::string file = text();
  expect(
      file,
      "  if (10 * major + minor == 90) {\n    if (cols_size <= 512)\n      kernel = 0;\n    else\n      kernel = 1;\n");
  table_.architecture = 0;
  const std::string anywhere = text();
  EXPECT_EQ(anywhere.find("major"), std::string::npos);
  expect(anywhere, "  int kernel = 0;\n  if (cols_size <= 512)\n");
}

TEST_F(TableLauncher, TheNearestSizeChooses) {
  table_.by = "";
  table_.rows = {{std::nullopt, {{"cols", 64}, {"rows", 1}}, "first.cu"},
                 {std::nullopt, {{"cols", 4096}, {"rows", 1}}, k_original}};
  const std::string file = text();
  expect(file, "if (const double distance = apart((double)cols_size, 4096); distance < least) {");
  expect(file, "#include <cmath>\n");
  EXPECT_EQ(file.find("apart((double)rows_size"), std::string::npos) << "all rows have the same";
}

TEST_F(TableLauncher, ACallThatARowIsNotForIsTheOriginals) {
  const std::string file = text();
  expect(file,
         "  if (kernel == 0)\n"
         "    error = scale_by_size::kernel_1::launch_scale(x, y, cols, rows, stream, &is_launched);\n"
         "  if (error != cudaSuccess && !is_launched)\n"
         "    error = scale_by_size::original::launch_scale(x, y, cols, rows, stream, &is_launched);\n");
  EXPECT_EQ(count(file, "% 256 != 0"), 2u) << "the original gets arrays that begin anywhere";
}

TEST_F(TableLauncher, AnOriginalWithoutBlocksIsNotLaunched) {
  const std::string file = text();
  expect(file, "  if (blocks < 1 || blocks > 2147483647) return cudaErrorInvalidConfiguration;\n");
  expect(file, "  if (blocks < 0 || blocks > 2147483647) return cudaErrorInvalidConfiguration;\n");
  expect(file,
         "  if (error == cudaSuccess && blocks > 0)\n    error = cudaLaunchKernelEx(&config, scale, x, y, cols);\n");
}

TEST_F(TableLauncher, WithoutTheOriginalSuchACallIsRefused) {
  add("second.cu", k_source, "");
  kernels_.pop_back();
  table_.otherwise = "second.cu";
  table_.rows[1].kernel = "second.cu";
  const std::string file = text();
  expect(file, "// A call that the kernel of its row is not for launches nothing and returns cudaErrorInvalidValue.\n");
  EXPECT_EQ(file.find("original::"), std::string::npos);
  expect(file, "  return error;\n}\n");
}

TEST_F(TableLauncher, AsksForSizesThatNoArgumentTells) {
  expect(text(), "cudaError_t launch_scale(const float* x, float* y, int cols, long long rows, cudaStream_t stream) {");
}

TEST_F(TableLauncher, OneFileHasOneSetOfFlags) {
  add("fast.cu", k_source, "flags = [\"-use_fast_math\"]\n");
  EXPECT_EQ(text(),
            "the kernels of the table are compiled with different flags, which one file cannot have (fast.cu with "
            "`-use_fast_math`, first.cu with ``)");
  kernels_.erase(kernels_.begin() + 1, kernels_.end());
  table_.otherwise = "fast.cu";
  table_.rows = {{std::nullopt, {}, "fast.cu"}};
  expect(text(), "// Compile it with -use_fast_math.\n");
}

TEST_F(TableLauncher, KernelsThatNeedOtherHeadersAreNotTogether) {
  add("a.cu", "#define VARIANT 1\n#include <cassert>\n" + k_source, "");
  add("b.cu", "#define VARIANT 2\n#include <cassert>\n" + k_source, "");
  expect(text(), "the kernels of the table need different macros for their headers: `#define VARIANT 1`");
}

TEST_F(TableLauncher, ASizeThatTheProblemDoesNotHaveIsRefused) {
  table_.by = "depth";
  expect(text(), "the table asks for the size `depth`, which the problem does not have");
}

}  // namespace table_launcher_test
}  // namespace whet::write
