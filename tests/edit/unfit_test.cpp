// Texts that edits must leave alone, and why.
#include <gtest/gtest.h>

#include "edit/edits.h"
#include "support/problem_text.h"
#include "support/support.h"

namespace whet {
namespace unfit_test {

class UnfitEdits : public testing::Test {
 protected:
  // A problem of two arrays and their size with this kernel; `more` goes to problem.toml.
  void load(const std::string& source, const std::string& more = {}, const std::string& block = "128") {
    ASSERT_TRUE(files_.write(directory_.path("k.cu"), source));
    const std::string text = test::ProblemText("k.cu")
                                 .dim("n", 1024)
                                 .array("x", "inout")
                                 .array("y", "inout")
                                 .scalar("n")
                                 .launch("ceil_div(n, 128)", block)
                                 .add(more)
                                 .text();
    ASSERT_TRUE(files_.write(directory_.path("problem.toml"), text));
    auto loaded = load_problem(directory_.path(), files_);
    ASSERT_TRUE(loaded) << describe(loaded.error());
    problem_ = std::move(*loaded);
  }

  std::string why_not(const std::string& name) {
    const auto draft = edit::draft_of(problem_);
    if (!draft) return draft.error().what;
    const auto made = edit::make(*edit::edit_named(name), problem_, *draft);
    return made ? "it fits" : made.error().what;
  }

  std::string edited(const std::string& name) {
    const auto made = edit::make_all({edit::edit_named(name)}, problem_);
    return made ? made->source : made.error().what;
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  Problem problem_;
};

constexpr const char* k_head = "__global__ void k(float* x, float* y, int n) {\n";
constexpr const char* k_index = "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n";

TEST_F(UnfitEdits, AssemblyMacrosAndDirectivesAreNotUnderstood) {
  load(std::string(k_head) + "  asm(\"\");\n  y[0] = x[0];\n}\n");
  EXPECT_EQ(why_not("restrict"), "the body has `asm`");
  load("#define AT(i) y[i]\n" + std::string(k_head) + "  AT(0) = x[0];\n}\n");
  EXPECT_EQ(why_not("restrict"), "the macro `AT` is used");
  load(std::string(k_head) + "#if 1\n  y[0] = x[0];\n#endif\n}\n");
  EXPECT_EQ(why_not("restrict"), "the body has a directive");
  load("#define KERNEL(name) __global__ void name(float* x, float* y, int n) { y[0] = x[0] + n; }\nKERNEL(k)\n");
  EXPECT_EQ(why_not("restrict"), "`k` is not found in the text: a macro or a header may make it");
  load("__global__ void k(float* x, float* y, int n);\n" + std::string(k_head) + "  y[0] = x[0];\n}\n");
  EXPECT_EQ(why_not("restrict"), "`k` is declared more than once");
}

TEST_F(UnfitEdits, ConstIsOnlyGivenToWhatIsSurelyRead) {
  load(std::string(k_head) + "  float* p = x + 1;\n  p[0] = y[0];\n}\n");
  EXPECT_NE(edited("restrict").find("(float* __restrict__ x, const float* __restrict__ y"), std::string::npos)
      << edited("restrict");
  load("__device__ void put(float* to) { *to = 1; }\n" + std::string(k_head) + "  put(x);\n  y[0] = 1;\n}\n");
  EXPECT_NE(edited("restrict").find("(float* __restrict__ x, float* __restrict__ y"), std::string::npos);
  load("__global__ void k(volatile float* x, float* __restrict__ y, int n) {\n  x[0] = y[0]++;\n}\n");
  EXPECT_EQ(why_not("restrict"), "every pointer is const or restrict where it can be");
}

TEST_F(UnfitEdits, DoubleOnPurposeStays) {
  load(std::string(k_head) + "  double sum = 0.5;\n  y[0] = sum * x[0];\n}\n");
  EXPECT_EQ(why_not("single precision"), "there is no number and no function in double precision");
  load(std::string(k_head) + "  y[0] = x[0] * 1e-60;\n}\n");
  EXPECT_EQ(why_not("single precision"), "1e-60 is beyond single precision");
  load(std::string(k_head) + "  y[0] = x[0] * 0.5;\n}\n", "[precision]\nclass = \"fp64\"\n");
  EXPECT_EQ(why_not("single precision"), "the precision of the results does not allow it");
  load("#define HALF 0.5\n" + std::string(k_head) + "  y[0] = x[0] * HALF;\n}\n");
  EXPECT_NE(edited("single precision").find("#define HALF 0.5f\n"), std::string::npos);
  load("#define HALF 0.5\nvoid host(double* d) { *d = HALF; }\n" + std::string(k_head) + "  y[0] = x[0] * HALF;\n}\n");
  EXPECT_EQ(why_not("single precision"), "there is no number and no function in double precision");
}

TEST_F(UnfitEdits, CoarseningNeedsAGuardAndFreshVariables) {
  const std::string head = std::string(k_head) + k_index;
  load(head + "  y[i] = x[i];\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "work comes before the guard of `i`");
  load(head + "  if (i < n) y[i] = x[i]; else y[0] = 1;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "the guard of `i` is not of a known form");
  load(head + "  if (i < n || x[0] > 0) y[i] = x[i];\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "the guard of `i` is not of a known form");
  load(head + "  if (i < n) y[i] = x[i];\n  y[0] = 2;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "the guard of `i` is not of a known form");
  load(head + "  if (i >= n) return;\n  for (int j = 0; j < 3; ++j) { if (x[j] > 0) return; }\n  y[i] = 1;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "it returns from a loop");
  load(std::string(k_head) + "  float sum = 0;\n" + k_index + "  if (i < n) { sum += x[i]; y[i] = sum; }\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "`sum` changes and comes from before");
  load(head + "  if (i < n) y[i] = x[i] + gridDim.x;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "blockIdx.x is not used once");
  load(head + "  if (i < n) y[i] = __shfl_xor_sync(0xffffffffu, x[i], 1);\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "threads of a block work together: __shfl_xor_sync");
  load(std::string(k_head) + "  atomicAdd(y, 1.0f);\n" + k_index + "  if (i < n) x[i] = 1;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "work comes before `i`");
  load(head + "  if (atomicAdd(y, 1.0f) > 0 && i < n) x[i] = 1;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "the guard of `i` is not of a known form");
  load(head + "  if (i < x[0]) y[i] = 1;\n}\n");
  EXPECT_EQ(why_not("coarsen 4"), "the guard of `i` is not of a known form");
}

TEST_F(UnfitEdits, WideLoadsNeedNeighboursThatNobodyWrites) {
  const std::string loop = std::string(k_head) + k_index + "  float sum = 0;\n";
  const std::string none = "no innermost loop reads neighbouring elements of an array that is only read";
  load(loop + "  for (int j = 0; j < n; ++j) sum += x[j * n + i];\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none);
  load(loop + "  for (int j = 0; j < n; ++j) { sum += x[i * n + j]; x[0] = sum; }\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none);
  load(loop + "  for (int j = 0; j < n; ++j) { if (x[i * n + j] < 0) break; sum += 1; }\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none);
  load(loop + "  for (int j = 0; j < n; ++j) sum += x[i + j];\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none) << "neighbouring threads read neighbours already";
  load(loop + "  for (int j = 0; j < n; j += 2) sum += x[i * n + j];\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none);
  load(
      "__global__ void k(float2* x, float2* y, int n) {\n  float sum = 0;\n"
      "  for (int j = 0; j < n / 2; ++j) sum += x[j].x;\n  y[0].x = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none) << "elements are pairs already";
  load(loop +
       "  int at = i;\n  for (int j = 0; j < n; ++j) { at = at + 1; sum += x[at * n + j]; }\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), none);
}

TEST_F(UnfitEdits, AnIndexThatGrowsBeyondMeasureIsNotReadToItsEnd) {
  std::string values = "  int v0 = n + threadIdx.x;\n";
  for (int i = 1; i < 30; ++i) {
    const std::string last = "v" + std::to_string(i - 1);
    values += "  int v" + std::to_string(i) + " = " + last + " * " + last + " + " + last + " * " + last + ";\n";
  }
  load(std::string(k_head) + values +
       "  float sum = 0;\n  for (int j = 0; j < n; ++j) sum += x[v29 * j];\n  y[v29] = sum;\n}\n");
  EXPECT_EQ(why_not("wide loads"), "no innermost loop reads neighbouring elements of an array that is only read");
  EXPECT_EQ(why_not("exchanged axes"), "the block has no two axes");
}

TEST_F(UnfitEdits, SumsThatAreReadInTheLoopStayOneChain) {
  const std::string loop = std::string(k_head) + k_index + "  float sum = 0;\n";
  const std::string none = "no innermost loop only adds to variables";
  load(loop + "  for (int j = 0; j < n; ++j) { sum += x[j]; y[j] = sum; }\n}\n");
  EXPECT_EQ(why_not("four sums"), none);
  load(loop + "  for (int j = 0; j < n; ++j) sum = sum * 0.5f + x[j];\n  y[i] = sum;\n}\n");
  EXPECT_EQ(why_not("four sums"), none);
  load(loop + "  for (int j = 0; j < n; ++j) sum += x[j];\n  y[i] = sum;\n}\n", "[precision]\nclass = \"exact\"\n");
  EXPECT_EQ(why_not("four sums"), "the results must be exact");
}

TEST_F(UnfitEdits, LoopsWhoseOrderMattersStayAsTheyAre) {
  const std::string none = "no two loops of a sum read neighbours in the outer one";
  const auto nest = [](const std::string& inner, const std::string& body) {
    return std::string(k_head) + k_index +
           "  float sum = 0;\n  for (int c = 0; c < n; ++c) {\n    for (int r = " + inner + "; ++r) " + body +
           "\n  }\n  y[i] = sum;\n}\n";
  };
  load(nest("0; r < n", "sum += x[r * n + c];"));
  EXPECT_EQ(why_not("interchanged loops"), "it fits");
  load(nest("0; r < n", "sum += x[c * n + r];"));
  EXPECT_EQ(why_not("interchanged loops"), none) << "it reads neighbours already";
  load(nest("0; r < c", "sum += x[r * n + c];"));
  EXPECT_EQ(why_not("interchanged loops"), none) << "the inner bound needs the outer variable";
  load(nest("0; r < n", "sum = sum * 0.5f + x[r * n + c];"));
  EXPECT_EQ(why_not("interchanged loops"), none);
  load(nest("0; r < n", "{ sum += x[r * n + c]; y[r] = 1; }"));
  EXPECT_EQ(why_not("interchanged loops"), none);
}

TEST_F(UnfitEdits, SharedArraysThatAreUsedAsAWholeAreNotPadded) {
  const std::string none = "there is no shared array of two dimensions whose rows hit the same banks";
  load(std::string(k_head) +
       "  __shared__ float t[8][32];\n  float* flat = &t[0][0];\n  flat[threadIdx.x] = x[0];\n"
       "  __syncthreads();\n  y[0] = t[1][1];\n}\n");
  EXPECT_EQ(why_not("padded rows"), none);
  load(std::string(k_head) + "  __shared__ float t[8][33];\n  t[0][threadIdx.x % 32] = x[0];\n  y[0] = t[0][0];\n}\n");
  EXPECT_EQ(why_not("padded rows"), none);
}

TEST_F(UnfitEdits, TreesOfAnotherFormKeepTheirBarriers) {
  const std::string none = "there is no reduction tree over a whole block in shared memory";
  const auto tree = [](const std::string& from, const std::string& after) {
    return std::string(k_head) + "  __shared__ float s[128];\n  int t = threadIdx.x;\n  s[t] = x[t];\n" +
           "  __syncthreads();\n  for (int d = " + from + "; d > 0; d >>= 1) {\n    if (t < d) s[t] += s[t + d];\n" +
           "    __syncthreads();\n  }\n  " + after + "\n}\n";
  };
  load(tree("blockDim.x / 2", "if (t == 0) y[0] = s[0];"));
  EXPECT_EQ(why_not("shuffled tree"), "it fits");
  load(tree("blockDim.x / 2", "y[t] = s[t];"));
  EXPECT_EQ(why_not("shuffled tree"), none) << "the other elements have other values";
  load(tree("blockDim.x / 4", "if (t == 0) y[0] = s[0];"));
  EXPECT_EQ(why_not("shuffled tree"), none);
  load(tree("blockDim.x / 2", "if (t == 0) y[0] = s[0];"), {}, "96");
  EXPECT_EQ(why_not("shuffled tree"), none) << "not a power of two";
  load(tree("blockDim.x / 2", "if (t == 0) y[0] = s[0];"), {}, "32");
  EXPECT_EQ(why_not("shuffled tree"), none) << "one warp has no barriers to lose";
}

TEST_F(UnfitEdits, AtomicsWhoseResultIsTakenStay) {
  load(std::string(k_head) + k_index + "  if (i < n) x[i] = atomicAdd(y, 1.0f);\n}\n");
  EXPECT_EQ(why_not("warp atomics"), "there is no atomicAdd whose lanes could add up first");
  load(std::string(k_head) + k_index + "  if (i < n) { atomicAdd(&y[i], x[i]); x[0] = y[0]; }\n}\n");
  EXPECT_EQ(why_not("private counters"), "no array of a fixed size that fits in shared memory is only added to");
}

}  // namespace unfit_test
}  // namespace whet
