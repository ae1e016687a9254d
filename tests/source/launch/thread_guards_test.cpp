#include "source/launch/thread_guards.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace whet {
namespace thread_guards_test {

// "x 256 n" per guard: axis, items per block, bound.
std::string guards_of(const std::string& body, const std::array<int64_t, 3>& block = {256, 1, 1}) {
  const std::string source = "__global__ void f(const float* a, int n, int rows) {\n" + body + "\n}\n";
  const Outline read = outline(source);
  std::string text;
  for (const ThreadGuard& guard :
       find_thread_guards(read.code, read.declarations.front(), block, [](std::string_view name) {
         const bool known = name == "n" || name == "rows" || name == "p.n";
         if (name == "WARP") return std::optional(LaunchExpression::number(32));
         return known ? std::optional(LaunchExpression::name(name == "p.n" ? "n" : std::string(name))) : std::nullopt;
       }))
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", "xyz"[guard.axis], guard.per_block, guard.bound.text());
  return text;
}

TEST(ThreadGuards, AThreadForEachItem) {
  EXPECT_EQ(guards_of("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i];"), "x 256 n");
  EXPECT_EQ(guards_of("int i = threadIdx.x + blockDim.x * blockIdx.x; if (i >= n) return;"), "x 256 n");
  EXPECT_EQ(guards_of("for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += 4) a[i];"),
            "x 256 n");
  EXPECT_EQ(guards_of("auto i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); if (i < p.n) a[i];"),
            "x 256 n");
}

TEST(ThreadGuards, WarpsBlocksAndVectors) {
  EXPECT_EQ(guards_of("int row = blockIdx.x * (blockDim.x / WARP) + threadIdx.x / WARP; if (row >= rows) return;"),
            "x 8 rows");
  EXPECT_EQ(guards_of("int row = blockIdx.x; if (row < rows) a[row];"), "x 1 rows");
  EXPECT_EQ(guards_of("int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x); if (i + 3 < n) a[i];"), "x 1024 n");
}

TEST(ThreadGuards, ABoundMayBeAVariableThatIsSetOnce) {
  EXPECT_EQ(guards_of("const int all = n * rows; int i = blockIdx.x * 128 + threadIdx.x; if (i < all) a[i];"),
            "x 128 n * rows");
  EXPECT_EQ(guards_of("int all = n; all = 3; int i = blockIdx.x * 128 + threadIdx.x; if (i < all) a[i];"), "x 128 all");
}

TEST(ThreadGuards, TwoAxes) {
  EXPECT_EQ(guards_of("int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                      "if (x >= n || y >= rows) return;",
                      {16, 8, 1}),
            "x 16 n, y 8 rows");
}

TEST(ThreadGuards, IndicesOfBlocksAndThreadsMayHaveNamesOfTheirOwn) {
  EXPECT_EQ(guards_of("int bx = blockIdx.x, by = blockIdx.y, ty = threadIdx.y; const int w = blockDim.y;\n"
                      "int row = by * w + ty; int col = bx * 16 + threadIdx.x; if (row < rows && col < n) a[row];",
                      {16, 8, 1}),
            "x 16 n, y 8 rows");
  EXPECT_EQ(guards_of("int b = blockIdx.x; b = 3; int i = b * 16 + threadIdx.x; if (i < n) a[i];"), "");
}

TEST(ThreadGuards, TheLowerEndOfARangeIsNotItsBound) {
  EXPECT_EQ(guards_of("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < 1 || i >= n - 1) return;"),
            "x 256 n - 1");
  EXPECT_EQ(guards_of("int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= 2 && i < 100) a[i];"), "x 256 100");
}

TEST(ThreadGuards, ChunksOfBlocks) {
  EXPECT_EQ(guards_of("for (int j = threadIdx.x; j < 512; j += blockDim.x) if (blockIdx.x * 512 + j < n) a[j];"),
            "x 512 n");
  EXPECT_EQ(
      guards_of("int start = blockIdx.x * 512; for (int j = threadIdx.x; j < 512 && start + j < n; j += 256) a[j];"),
      "x 512 n");
  EXPECT_EQ(
      guards_of("int start = blockIdx.x * 512; for (int i = start + threadIdx.x; i < min(start + 512, n); i += 256)"
                " a[i];"),
      "x 512 n");
  EXPECT_EQ(guards_of("int start = blockIdx.x * 64, end = min(n, start + 64); for (int i = start; i < end; ++i) a[i];"),
            "x 64 n");
}

TEST(ThreadGuards, WhatIsComparedIsToldInTheWordsOfTheKernel) {
  const Outline read =
      outline("__global__ void f(int n) { if (n > 0) if (blockIdx.x * 512 + threadIdx.x < n) return; }");
  const auto found = find_thread_guards(read.code, read.declarations.front(), {256, 1, 1}, [](std::string_view name) {
    return name == "n" ? std::optional(LaunchExpression::name("n")) : std::nullopt;
  });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].variable, "blockIdx.x * 512 + threadIdx.x");
}

TEST(ThreadGuards, ChunksOfThreads) {
  EXPECT_EQ(guards_of("int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;\n"
                      "for (int k = 0; k < 4; ++k) if (first + k < n) a[first + k];"),
            "x 1024 n");
  EXPECT_EQ(guards_of("int t = blockIdx.x * blockDim.x + threadIdx.x;\n"
                      "for (int k = 0; k < 8; ++k) { int i = t * 8 + k; if (i >= n) break; a[i]; }"),
            "x 2048 n");
}

TEST(ThreadGuards, AChunkWhoseLengthIsNotKnownIsNotTaken) {
  EXPECT_EQ(guards_of("for (int j = threadIdx.x; j < s; j += 32) if (blockIdx.x * s + j < n) a[j];"), "");
  EXPECT_EQ(guards_of("int start = blockIdx.x * 512; if (start + threadIdx.x < end_of_all) a[start];"), "");
}

TEST(ThreadGuards, WhatIsNoneIsNotTaken) {
  EXPECT_EQ(guards_of("for (int i = threadIdx.x; i < n; i += blockDim.x) a[i];"), "");
  EXPECT_EQ(guards_of("const float* row = a + blockIdx.x * n;"), "");
  EXPECT_EQ(guards_of("int i = blockIdx.x * gridDim.y + blockIdx.y; if (i < n) a[i];"), "");
}

}  // namespace thread_guards_test
}  // namespace whet
