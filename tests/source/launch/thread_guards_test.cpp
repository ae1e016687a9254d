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

TEST(ThreadGuards, WhatIsNoneIsNotTaken) {
  EXPECT_EQ(guards_of("for (int i = threadIdx.x; i < n; i += blockDim.x) a[i];"), "");
  EXPECT_EQ(guards_of("const float* row = a + blockIdx.x * n;"), "");
  EXPECT_EQ(guards_of("int i = blockIdx.x * gridDim.y + blockIdx.y; if (i < n) a[i];"), "");
}

}  // namespace thread_guards_test
}  // namespace whet
