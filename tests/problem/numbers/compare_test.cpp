#include "problem/numbers/compare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>

namespace whet {
namespace compare_test {

constexpr double k_infinity = std::numeric_limits<double>::infinity();

Comparison compared(ElementType type, const std::vector<double>& output, const std::vector<double>& expected,
                    const PrecisionRule& rule) {
  const auto result = compare_output(type, encode_elements(type, output), expected, {rule, {}});
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

// The definition of problem/numbers/compare.h in long form, for f32 and fp32: medians of sorted copies, one element
// after another.
class LongForm {
 public:
  LongForm(const std::vector<double>& expected, uint64_t columns) : expected_(expected), columns_(columns) {}

  bool agrees(size_t i, float got) const {
    const double wanted = expected_[i];
    if (std::isnan(got) || std::isnan(wanted)) return std::isnan(got) && std::isnan(wanted);
    const double room = std::isfinite(wanted) ? allowed(i) : 0;
    if (std::isinf(got) || std::isinf(wanted)) return got == static_cast<float>(wanted + std::copysign(room, wanted));
    return std::fabs(got - wanted) <= room;
  }

 private:
  static double middle(std::vector<double> sizes) {
    std::erase_if(sizes, [](double size) { return size == 0 || !std::isfinite(size); });
    if (sizes.empty()) return 0;
    std::sort(sizes.begin(), sizes.end());
    return 1.5 * sizes[sizes.size() / 2];
  }
  double allowed(size_t i) const {
    std::vector<double> all, row, column;
    for (size_t k = 0; k < expected_.size(); ++k) {
      const double size = std::fabs(expected_[k]);
      all.push_back(size);
      if (k / columns_ == i / columns_) row.push_back(size);
      if (k % columns_ == i % columns_) column.push_back(size);
    }
    const PrecisionRule rule{PrecisionClass::fp32};
    const double whole = middle(all), here = std::max({whole, middle(row), middle(column)});
    const Tolerance tolerance = tolerance_of(rule, ElementType::f32, whole);
    return tolerance.absolute + tolerance.relative * std::fabs(expected_[i]) + share_of(rule) * (here - whole);
  }

  const std::vector<double>& expected_;
  uint64_t columns_;
};

TEST(Compare, IsWhatItsDefinitionSaysElementByElement) {
  constexpr uint64_t k_rows = 23, k_columns = 37;
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  size_t wrong = 0;
  for (int round = 0; round < 8; ++round) {
    std::vector<double> expected, output;
    for (uint64_t i = 0; i < k_rows * k_columns; ++i) {
      const double size = i / k_columns % 5 == 2 ? 1000 : i % k_columns == 7 ? 30 : 1;
      double wanted = static_cast<float>(size * normal(random));
      double got = wanted + (random() % 4 ? 0 : size * 6e-5 * normal(random));
      if (random() % 200 == 0) wanted = random() % 2 ? std::nan("") : k_infinity;
      if (random() % 200 == 0) got = random() % 2 ? std::nan("") : -k_infinity;
      if (random() % 100 == 0) got = wanted;
      expected.push_back(wanted), output.push_back(static_cast<float>(got));
    }
    const LongForm definition(expected, k_columns);
    uint64_t mismatches = 0;
    std::optional<size_t> first;
    for (size_t i = 0; i < output.size(); ++i) {
      if (definition.agrees(i, static_cast<float>(output[i]))) continue;
      if (!first) first = i;
      ++mismatches;
    }
    const auto found = compare_output(ElementType::f32, encode_elements(ElementType::f32, output), expected,
                                      {{PrecisionClass::fp32}, {k_rows, k_columns}});
    ASSERT_TRUE(found.ok());
    ASSERT_EQ(found->mismatches, mismatches) << "round " << round;
    ASSERT_EQ(found->first.has_value(), first.has_value());
    if (first) {
      ASSERT_EQ(found->first->index, *first);
    }
    wrong += mismatches;
  }
  EXPECT_GT(wrong, 60u);
}

}  // namespace compare_test
}  // namespace whet
