// What a candidate's code is written for becomes data.
#include "judge/trial/code_trials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "judge_fixture.h"
#include "problem/build.h"

namespace whet {
namespace code_trials_test {

constexpr const char* k_head = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n";

std::string module_of(const std::string& body) {
  return k_head + std::string("  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .f32 %f<8>; .reg .f64 %fd<4>;\n") + body +
         "  ret;\n}\n";
}

TEST(CodeConstants, ComparisonsComeFirst) {
  const CodeConstants found =
      constants_of(module_of("  add.s32 %r1, %r2, 7;\n  setp.eq.s32 %p1, %r1, 13;\n"
                             "  setp.gt.f32 %p2, %f1, 0f40490FDB;\n"
                             "  add.f64 %fd1, %fd2, 0d4005BF0A8B145769;\n"
                             "  and.b32 %r3, %r2, 4095;\n  shl.b32 %r4, %r3, 5;\n"));
  EXPECT_EQ(found.integers, (std::vector<int64_t>{13, 4095, 7})) << "shifts say nothing of values";
  EXPECT_EQ(found.masks, std::vector<uint64_t>{4095});
  ASSERT_EQ(found.reals.size(), 2u);
  EXPECT_FLOAT_EQ(static_cast<float>(found.reals[0]), 3.14159274f);
  EXPECT_DOUBLE_EQ(found.reals[1], 2.718281828459045);
}

TEST(CodeConstants, WhatIsNoPtxHoldsNone) {
  const CodeConstants found = constants_of("this is no PTX");
  EXPECT_TRUE(found.integers.empty() && found.reals.empty());
}

TEST(CodeConstants, TheOriginalsAreNotFresh) {
  const CodeConstants fresh = beside({{1.5, 2.5}, {13, 17}, {}}, {{1.5}, {17}, {}});
  EXPECT_EQ(fresh.reals, std::vector<double>{2.5});
  EXPECT_EQ(fresh.integers, std::vector<int64_t>{13});
}

class CodeTrialsTest : public test::JudgeTest {
 protected:
  std::vector<Trial> made_for(const std::string& problem, const CodeConstants& constants, bool has_original = true) {
    const auto all = trials(load(problem));
    return code_trials(all.front(), {constants, constants, has_original}, {.secret = 5});
  }
  static const Trial* find(const std::vector<Trial>& trials, const std::string& name) {
    const auto found = std::find_if(trials.begin(), trials.end(), [&](const Trial& t) { return t.name == name; });
    return found == trials.end() ? nullptr : &*found;
  }
  static bool holds(const Trial& trial, double value) {
    const std::vector<double> values = decode_elements(ElementType::f32, trial.inputs[0]);
    return std::find(values.begin(), values.end(), value) != values.end();
  }
};

TEST_F(CodeTrialsTest, ValuesAndTheirNeighboursAreThere) {
  const auto made = made_for("scale_add", {{1.5}, {0x40490fdb}, {}});
  const Trial* values = find(made, "values from its code");
  ASSERT_TRUE(values);
  for (const double value : {1.5, -1.5, 3.0, 0.75, 1.5 + 0x1p-23, 1.5 - 0x1p-23, 3.1415927410125732})
    EXPECT_TRUE(holds(*values, value)) << value;
}

TEST_F(CodeTrialsTest, BitsThatAreMaskedAndComparedAreThere) {
  const auto made = made_for("long_sum", {{}, {0x5a5}, {0xfff}});
  const Trial* values = find(made, "values from its code");
  ASSERT_TRUE(values);
  size_t marked = 0;
  const std::string& bytes = values->inputs[0];
  for (size_t at = 0; at < bytes.size(); at += 4)
    marked += ((static_cast<uint8_t>(bytes[at]) | static_cast<uint8_t>(bytes[at + 1]) << 8) & 0xfff) == 0x5a5;
  EXPECT_GT(marked, 1000u) << "so many that a sum without them is seen";
}

TEST_F(CodeTrialsTest, LargeConstantsHaveATrialOfTheirOwn) {
  const auto made = made_for("row_softmax", {{16384}, {}, {}});
  const Trial* large = find(made, "large values from its code");
  ASSERT_TRUE(large);
  EXPECT_TRUE(holds(*large, 16384) && holds(*large, 8192));
  const Trial* values = find(made, "values from its code");
  EXPECT_TRUE(!values || range_of(*values).high < 1000);
}

TEST_F(CodeTrialsTest, PlacesAreRowsAndColumns) {
  const auto made = made_for("row_softmax", {{}, {33, 247}, {}});
  bool found = false;
  for (const Trial& trial : made) {
    if (trial.name != "places from its code") continue;
    const std::vector<double> values = decode_elements(ElementType::f32, trial.inputs[0]);
    const auto row = values.begin() + 33 * 300;
    found |= std::max_element(row, row + 300) - row == 247;
  }
  EXPECT_TRUE(found);
  EXPECT_FALSE(find(made_for("row_softmax", {{}, {33, 247}, {}}, false), "places from its code"))
      << "an original's own loops say nothing";
}

TEST_F(CodeTrialsTest, ADeclaredRangeIsKept) {
  const auto made = made_for("bins", {{}, {1'000'000}, {}});
  for (const Trial& trial : made) EXPECT_LT(range_of(trial).high, 1'000'000) << trial.name;
}

TEST_F(CodeTrialsTest, IntegersWithoutARangeAreAskedOfTheOriginalFirst) {
  const auto made = made_for("bit_count", {{}, {0x1badcafe}, {}});
  const Trial* wide = find(made, "wide values from its code");
  ASSERT_TRUE(wide && wide->admission);
  const std::vector<double> values = decode_elements(ElementType::i32, wide->inputs[0]);
  EXPECT_NE(std::find(values.begin(), values.end(), 0x1badcafe), values.end());
}

}  // namespace code_trials_test
}  // namespace whet
