#include "problem/numbers/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace whet {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

Comparison compared(ElementType type, const std::vector<double>& output, const std::vector<double>& expected,
                    const PrecisionRule& rule) {
  const auto result = compare_output(type, encode_elements(type, output), expected, {rule, {}, {}});
  EXPECT_TRUE(result.ok());
  return result ? *result : Comparison{};
}

TEST(Compare, ExactMeansEveryBit) {
  EXPECT_TRUE(compared(ElementType::i32, {1, 2, 3}, {1, 2, 3}, {PrecisionClass::exact}).equal());
  const Comparison off = compared(ElementType::i32, {1, 2, 4, 5}, {1, 2, 3, 7}, {PrecisionClass::exact});
  EXPECT_EQ(off.mismatches, 2u);
  EXPECT_EQ(off.first->index, 2u);
  EXPECT_EQ(off.worst->index, 3u);
  EXPECT_EQ(off.max_absolute, 2);
  EXPECT_DOUBLE_EQ(off.max_relative, 1.0 / 3);
}

TEST(Compare, TheToleranceGrowsWithTheData) {
  const PrecisionRule rule{PrecisionClass::fp32};
  EXPECT_TRUE(compared(ElementType::f32, {100.001, 0.001}, {100, 0}, rule).equal()) << "near zero among hundreds";
  EXPECT_FALSE(compared(ElementType::f32, {0.0002, 0.0001}, {0.0001, 0.0001}, rule).equal());
  EXPECT_FALSE(compared(ElementType::f32, {100.1, 1}, {100, 1}, rule).equal());
}

TEST(Compare, ClassesDifferInWhatTheyAllow) {
  const std::vector<double> expected = {1, -1, 2}, off = {1.002, -1, 2};
  EXPECT_FALSE(compared(ElementType::f32, off, expected, {PrecisionClass::fp32}).equal());
  EXPECT_TRUE(compared(ElementType::f32, off, expected, {PrecisionClass::tf32}).equal());
  EXPECT_TRUE(compared(ElementType::f16, {1.25, -1, 2}, expected, {PrecisionClass::fp8}).equal());
}

TEST(Compare, OwnTolerancesReplaceThoseOfTheClass) {
  const PrecisionRule rule{PrecisionClass::fp32, 0.5, 0.0};
  EXPECT_TRUE(compared(ElementType::f32, {1.5}, {1}, rule).equal());
  EXPECT_FALSE(compared(ElementType::f32, {1.6}, {1}, rule).equal());
}

TEST(Compare, NansAndInfinities) {
  const PrecisionRule rule{PrecisionClass::fp16};
  const Comparison result =
      compared(ElementType::f16, {std::nan(""), std::nan(""), k_infinity, k_infinity, -k_infinity},
               {std::nan(""), 1, k_infinity, 1e6, 1e6}, rule);
  EXPECT_EQ(result.nans, 2u);
  EXPECT_EQ(result.unexpected_nans, 1u);
  EXPECT_EQ(result.infinities, 3u);
  EXPECT_EQ(result.mismatches, 2u) << "a NaN for 1, and an infinity of the other sign";
}

// Parts are compared in parallel; the result must be the same as in sequence.
TEST(Compare, LargeArraysAreComparedInParts) {
  std::vector<double> expected(300'001, 2), output = expected;
  output[70'000] = 2.5, output[150'000] = 8, output[150'001] = 8, output[300'000] = -1;
  output[299'999] = std::nan("");
  Comparison result = compared(ElementType::f32, output, expected, {PrecisionClass::fp32});
  EXPECT_EQ(result.mismatches, 5u);
  EXPECT_EQ(result.first->index, 70'000u);
  EXPECT_EQ(result.worst->index, 299'999u);
  EXPECT_EQ(result.nans, 1u);
  EXPECT_EQ(result.max_absolute, 6);
  EXPECT_EQ(result.max_relative, 3);
  output[299'999] = 2;
  result = compared(ElementType::f32, output, expected, {PrecisionClass::fp32});
  EXPECT_EQ(result.worst->index, 150'000u) << "the first of those as far off";
}

TEST(Compare, N21AFewHugeValuesBuyNoRoomForTheOthers) {
  std::vector<double> expected(4000, 1), output = expected;
  expected[5] = output[5] = 1e15;
  output[3000] = 1.01;
  EXPECT_EQ(compared(ElementType::f32, output, expected, {PrecisionClass::fp32}).mismatches, 1u);
}

TEST(Compare, N21DoublesAreJudgedAsDoubles) {
  EXPECT_EQ(precision_of(ElementType::f64), PrecisionClass::fp64);
  const PrecisionRule rule{precision_of(ElementType::f64)};
  EXPECT_TRUE(compared(ElementType::f64, {1 + 1e-14, 2}, {1, 2}, rule).equal());
  EXPECT_FALSE(compared(ElementType::f64, {1 + 1e-9, 2}, {1, 2}, rule).equal());
}

TEST(Compare, TheClosestElementIsNamedWithWhatIsAllowedThere) {
  const Comparison result = compared(ElementType::f32, {1, 2.00005, 3}, {1, 2, 3}, {PrecisionClass::fp32});
  ASSERT_TRUE(result.equal() && result.closest);
  EXPECT_EQ(result.closest->element.index, 1u);
  EXPECT_NEAR(result.closest->difference, 5e-5, 1e-6);
  EXPECT_NEAR(result.closest->allowed, 5e-5 * (2 + 1.5 * 2), 1e-9);
}

TEST(Compare, ResultsAreAllowedWhatTheirTypeCosts) {
  EXPECT_TRUE(compared(ElementType::f16, {0.33325}, {1.0 / 3}, {PrecisionClass::fp32}).equal());
  EXPECT_TRUE(compared(ElementType::f32, {0}, {1e-87}, {PrecisionClass::fp32}).equal()) << "flushed to zero";
  EXPECT_TRUE(compared(ElementType::f16, {k_infinity}, {65'510}, {PrecisionClass::fp16}).equal()) << "nearly too large";
}

TEST(Compare, AnOutputOfAnotherSizeIsRefused) {
  EXPECT_FALSE(compare_output(ElementType::f32, "abc", {1}, {}).ok());
}

}  // namespace
}  // namespace whet
