#include "source/kernel/for_loops.h"

#include <gtest/gtest.h>

namespace whet {
namespace for_loops_test {

std::vector<ForLoop> loops_of(const std::string& body) {
  static std::string source;  // what the result points into
  source = "__global__ void k(int* p, int n) {\n" + body + "\n}\n";
  return find_for_loops(outline(source), [](std::string_view name) -> std::optional<int64_t> {
    return name == "TILE" ? std::optional<int64_t>(32) : std::nullopt;
  });
}

std::optional<int64_t> passes_of(const std::string& header) {
  const auto loops = loops_of("for (" + header + ") p[i] = 0;");
  return loops.empty() ? std::nullopt : loops[0].passes;
}

TEST(ForLoops, PassesAreCountedWhereBoundsAreNumbers) {
  EXPECT_EQ(passes_of("int i = 0; i < 16; ++i"), 16);
  EXPECT_EQ(passes_of("int i = 0; i < TILE; i++"), 32);
  EXPECT_EQ(passes_of("unsigned i = 1; i <= TILE; i += 2"), 16);
  EXPECT_EQ(passes_of("int i = 0; i < 10; i += 4"), 3);
  EXPECT_EQ(passes_of("int i = threadIdx.x; i < TILE; i += 4"), std::nullopt);
  EXPECT_EQ(passes_of("int i = 0; i < n; ++i"), std::nullopt);
  EXPECT_EQ(passes_of("int i = 5; i < 5; ++i"), std::nullopt);
}

TEST(ForLoops, ALoopCountsWhenItGoesUpByAFixedStep) {
  EXPECT_TRUE(loops_of("for (int i = 0; i < n; i += n) p[i] = 0;")[0].counts);
  EXPECT_FALSE(loops_of("for (int i = n; i > 0; i /= 2) p[i] = 0;")[0].counts);
  EXPECT_FALSE(loops_of("for (int i = 1; i < n; i *= 2) p[i] = 0;")[0].counts);
  EXPECT_FALSE(loops_of("for (int i = 0, j = 1; i < n; ++i) p[i] = j;")[0].counts);
  EXPECT_TRUE(loops_of("for (;;) break;").empty());
  EXPECT_TRUE(loops_of("for (int i : {1, 2}) p[i] = 0;").empty());
}

TEST(ForLoops, TheInnermostIsKnownWithAndWithoutBraces) {
  const auto loops = loops_of(
      "for (int i = 0; i < 4; ++i)\n  for (int j = 0; j < 4; ++j) p[j] = i;\n"
      "for (int i = 0; i < 4; ++i) { p[i] = 0; }");
  ASSERT_EQ(loops.size(), 3u);
  EXPECT_FALSE(loops[0].is_innermost);
  EXPECT_TRUE(loops[1].is_innermost);
  EXPECT_TRUE(loops[2].is_innermost);
}

TEST(ForLoops, APragmaBelongsToTheLoopBehindIt) {
  const auto loops = loops_of(
      "#pragma unroll 4\nfor (int i = 0; i < 4; ++i) p[i] = 0;\n"
      "#pragma nv_diag_suppress 1\nfor (int i = 0; i < 4; ++i) p[i] = 0;");
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_GT(loops[0].pragma, 0u);
  EXPECT_EQ(loops[1].pragma, 0u);
}

TEST(ForLoops, HostCodeHasNone) {
  const std::string source = "int main() { for (int i = 0; i < 4; ++i) {} }\n";
  EXPECT_TRUE(find_for_loops(outline(source), [](auto) { return std::nullopt; }).empty());
}

}  // namespace for_loops_test
}  // namespace whet
