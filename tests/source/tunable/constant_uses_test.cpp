#include "source/tunable/constant_uses.h"

#include <gtest/gtest.h>

namespace whet {
namespace constant_uses_test {

// The roles of N in the body of a kernel, "loop block".
std::string roles(const std::string& body, const std::string& ahead = {}) {
  const std::string source =
      "constexpr int N = 32;\n" + ahead + "\n__global__ void k(float* p, int n) {\n" + body + "\n}\n";
  std::string text;
  for (const ConstantUse& use : find_uses(outline(source), "N")) {
    if (!text.empty()) text += ", ";
    text += name_of(use.role);
  }
  return text;
}

TEST(ConstantUses, ExtentsOfArrays) {
  EXPECT_EQ(roles("__shared__ float tile[N][N + 1];"), "shared array, shared array");
  EXPECT_EQ(roles("float sums[N] = {};"), "array");
  EXPECT_EQ(roles("const unsigned long long seen[2 * N];"), "array");
  EXPECT_EQ(roles("cuda::std::array<float, 4> parts[N];"), "array");
  EXPECT_EQ(roles("__shared__ __align__(16) half tile[(N + 1) * 2];"), "shared array");
  EXPECT_EQ(roles("", "__device__ float table[N];"), "array");
}

TEST(ConstantUses, AnIndexIsNoExtent) {
  EXPECT_EQ(roles("p[N] = 1;"), "arithmetic");
  EXPECT_EQ(roles("float x = p[N];"), "arithmetic");
  EXPECT_EQ(roles("return p[N];"), "arithmetic");
}

TEST(ConstantUses, LoopsAndWhatABlockCovers) {
  EXPECT_EQ(roles("for (int i = 0; i < N; i += N) p[i] = 0;"), "loop, loop");
  EXPECT_EQ(roles("const int i = blockIdx.x * N + threadIdx.x;"), "block");
  EXPECT_EQ(roles("const int i = N * blockIdx.y;"), "block");
  EXPECT_EQ(roles("for (int i = blockIdx.x * N; i < n; i += gridDim.x * N) p[i] = 0;"), "block, block");
  EXPECT_EQ(roles("while (n < N) ++n;"), "loop");
}

TEST(ConstantUses, ConditionsAreTold) {
  EXPECT_EQ(roles("if (threadIdx.x < N) p[0] = 0;"), "condition");
  EXPECT_EQ(roles("if constexpr (N > 4) p[0] = 0;"), "condition");
  EXPECT_EQ(roles("#if N > 16\n  p[0] = 0;\n#endif"), "condition");
  EXPECT_EQ(roles("p[0] = N ? 1 : 2;"), "condition");
}

TEST(ConstantUses, BoundsUnrollingAndTemplates) {
  EXPECT_EQ(roles("", "__global__ void __launch_bounds__(N, 2) other(int* p) {}"), "launch bounds");
  EXPECT_EQ(roles("#pragma unroll N\n  for (int i = 0; i < n; ++i) p[i] = 0;"), "unroll");
  EXPECT_EQ(roles("reduce<N>(p);"), "template argument");
  EXPECT_EQ(roles("reduce<float, N>(p);"), "template argument");
  EXPECT_EQ(roles("const bool less = n < N, more = n > 2;"), "arithmetic");
}

// WARPS is N / 32, so N shapes all that WARPS shapes.
TEST(ConstantUses, WhatIsDefinedByItIsFollowed) {
  EXPECT_EQ(roles("__shared__ int parts[WARPS];", "constexpr int WARPS = N / 32;"), "shared array");
  EXPECT_EQ(roles("__shared__ int parts[WARPS];", "#define WARPS (N / 32)"), "shared array");
  EXPECT_EQ(roles("const int half_of = N / 2; for (int i = 0; i < half_of; ++i) p[i] = 0;"), "loop");
  EXPECT_EQ(roles("const int row = n / N; for (int i = 0; i < row; ++i) p[i] = 0;"), "arithmetic");
  EXPECT_EQ(roles("", "#define A (N + B)\n#define B (A + 1)"), "");
}

TEST(ConstantUses, OtherNamesAndHostCodeAreNone) {
  EXPECT_EQ(roles("p[0] = other.N + space::N; // N\n"), "");
  EXPECT_EQ(roles("", "int main() { int a[N]; return N; }"), "");
}

}  // namespace constant_uses_test
}  // namespace whet
