#include "source/kernel/constants.h"

#include <gtest/gtest.h>

namespace whet {
namespace constants_test {

TEST(Constants, MacrosAndConstVariablesAreRead) {
  EXPECT_EQ(constant_value("#define TILE 32\n", "TILE"), 32);
  EXPECT_EQ(constant_value("#define TILE (0x20u)  // wide\n", "TILE"), 32);
  EXPECT_EQ(constant_value("constexpr int ROWS = 8, COLS = 4;", "COLS"), 4);
  EXPECT_EQ(constant_value("static const unsigned N{7};", "N"), 7);
  EXPECT_EQ(constant_value("__global__ void k() { constexpr int N = -1; }", "N"), -1);
}

TEST(Constants, WhatIsNoPlainNumberHasNoValue) {
  EXPECT_EQ(constant_value("#define N 2 * M\n", "N"), std::nullopt);
  EXPECT_EQ(constant_value("constexpr int N = 2 * M;", "N"), std::nullopt);
  EXPECT_EQ(constant_value("constexpr float N = 1.5f;", "N"), std::nullopt);
  EXPECT_EQ(constant_value("#define N 0x1_0\n", "N"), std::nullopt);
}

TEST(Constants, OtherUsesAreNoDefinition) {
  EXPECT_TRUE(find_constants("#define TILE(x) 32\n", "TILE").empty());
  EXPECT_TRUE(find_constants("template <int TILE = 32> void f(int n = TILE);", "TILE").empty());
  EXPECT_TRUE(find_constants("void f(const int* p, int TILE = 3);", "TILE").empty());
  EXPECT_TRUE(find_constants("// #define TILE 32\n#if 0\n#define TILE 3\n#endif\nint TILE = 4;", "TILE").size() <= 1);
}

TEST(Constants, BranchesThatDisagreeHaveNoValue) {
  const char* source = "#ifdef FAST\n#define TILE 64\n#else\n#define TILE 32\n#endif\n";
  EXPECT_EQ(find_constants(source, "TILE").size(), 2u);
  EXPECT_EQ(constant_value(source, "TILE"), std::nullopt);
}

TEST(Constants, AllWholeNumbersOfASource) {
  const auto found = whole_constants(
      "#define A 1\n#define B (A)\n#define F(x) 3\n#define GUARD\nconstexpr int C = 3, D{4};\n"
      "const float E = 5;\nint G = 6;\n#ifdef X\n#define H 7\n#else\n#define H 8\n#endif\n#define I 9\n#undef I\n"
      "__global__ void k() { constexpr unsigned J = 10u; const int l = J + 1; }\n");
  std::string text;
  for (const auto& [name, value] : found) text += name + std::to_string(value) + " ";
  EXPECT_EQ(text, "A1 C3 D4 I9 J10 ");
}

TEST(Constants, SettingReplacesTheValueAndNothingElse) {
  EXPECT_EQ(set_constant("#ifndef TILE\n#define  TILE  32 // x\n#endif\nint a[TILE];\n", "TILE", 64),
            "#ifndef TILE\n#define  TILE  64 // x\n#endif\nint a[TILE];\n");
  EXPECT_EQ(set_constant("constexpr int A = 1, B = f(2, 3), C = 4;", "B", -5), "constexpr int A = 1, B = (-5), C = 4;");
  EXPECT_EQ(set_constant("int x;", "TILE", 1), std::nullopt);
}

TEST(Constants, LinesStayWhereTheyAre) {
  const auto edited = set_constant("#define N \\\n  (1 + \\\n 2)\nint x;\n", "N", 7);
  ASSERT_TRUE(edited);
  EXPECT_EQ(std::count(edited->begin(), edited->end(), '\n'), 4);
}

}  // namespace constants_test
}  // namespace whet
