#include "problem/data/variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "problem/data/data.h"
#include "support/support.h"

namespace whet {
namespace variant_test {

ResolvedArgument floats(FillKind kind, std::vector<uint64_t> shape = {1000}) {
  ResolvedArgument argument;
  argument.name = "in";
  argument.shape = std::move(shape);
  for (const uint64_t extent : argument.shape) argument.count *= extent;
  argument.bytes = argument.count * 4;
  argument.fill = default_plan(kind, ElementType::f32);
  return argument;
}

ResolvedArgument integers(std::vector<uint64_t> shape = {1000}) {
  ResolvedArgument argument = floats(FillKind::uniform, std::move(shape));
  argument.type = ElementType::i32;
  argument.fill.first = 3;
  argument.fill.second = 90;
  return argument;
}

std::vector<double> values_of(DataVariant variant, const ResolvedArgument& argument, uint64_t seed = 3,
                              std::vector<double>* plain = nullptr) {
  test::FakeFileSystem files;
  const std::string bytes = *make_data(argument, {7, 1}, files);
  if (plain) *plain = decode_elements(argument.type, bytes);
  return decode_elements(argument.type, varied(variant, argument, seed, bytes));
}

size_t place_of_largest(const std::vector<double>& values, size_t first, size_t count) {
  const auto begin = values.begin() + static_cast<std::ptrdiff_t>(first);
  return static_cast<size_t>(std::max_element(begin, begin + static_cast<std::ptrdiff_t>(count)) - begin);
}

constexpr int k_seeds = 200;

TEST(Variant, NamesAndDescriptionsDiffer) {
  std::set<std::string_view> names, descriptions;
  for (const DataVariant variant : k_data_variants) {
    EXPECT_TRUE(names.insert(name_of(variant)).second);
    EXPECT_TRUE(descriptions.insert(description_of(variant)).second);
  }
}

TEST(Variant, ScalesAndShifts) {
  std::vector<double> plain;
  const auto scaled = values_of(DataVariant::scaled, floats(FillKind::normal), 3, &plain);
  const auto shifted = values_of(DataVariant::shifted, floats(FillKind::normal), 3, &plain);
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(scaled[i], plain[i] * 16);
    EXPECT_NEAR(shifted[i], plain[i] + 4096, 1e-3) << "half the digits of a float: R9";
  }
}

// R3, R6: for any seed, each row has one value that stands out, and the first and last places have their turn.
TEST(Variant, R6EveryRowHasALoneLargeValueAtAnotherPlace) {
  for (int seed = 0; seed < k_seeds; ++seed) {
    const auto values = values_of(DataVariant::lone_large, floats(FillKind::normal, {64, 37}), seed);
    std::set<size_t> places;
    for (size_t row = 0; row < 64; ++row) {
      const size_t at = place_of_largest(values, row * 37, 37);
      EXPECT_GT(values[row * 37 + at], 100);
      places.insert(at);
    }
    EXPECT_GE(places.size(), 16u);
    EXPECT_TRUE(places.contains(0) && places.contains(36)) << seed;
  }
}

TEST(Variant, R3EveryColumnHasALoneLargeValue) {
  for (int seed = 0; seed < k_seeds; ++seed) {
    const auto values = values_of(DataVariant::lone_by_column, floats(FillKind::normal, {29, 40}), seed);
    std::set<size_t> places;
    for (size_t column = 0; column < 40; ++column) {
      size_t row = 0;
      for (size_t i = 0; i < 29; ++i) row = values[i * 40 + column] > values[row * 40 + column] ? i : row;
      EXPECT_GT(values[row * 40 + column], 100);
      places.insert(row);
    }
    EXPECT_TRUE(places.contains(0) && places.contains(28)) << seed;
  }
}

// R6: a maximum over every fourth value, or over all but every fourth, is certain to miss the largest of one of these.
TEST(Variant, R6TheLargestOfAVectorTakesEveryPlaceModuloFour) {
  for (int seed = 0; seed < k_seeds; ++seed) {
    std::set<size_t> highest, lowest;
    for (const DataVariant variant :
         {DataVariant::lone_large, DataVariant::lone_low, DataVariant::harmless_prefix, DataVariant::harmless_suffix}) {
      const auto values = values_of(variant, floats(FillKind::normal, {1003}), seed);
      highest.insert(place_of_largest(values, 0, values.size()) % 4);
      lowest.insert(static_cast<size_t>(std::min_element(values.begin(), values.end()) - values.begin()) % 4);
    }
    EXPECT_EQ(highest.size(), 4u) << seed;
    EXPECT_EQ(lowest.size(), 4u) << seed;
  }
}

// R6b: rows that begin as usual end with large values, or the other way round; some rows are as usual throughout.
TEST(Variant, R6bRowsBeginHarmlessAndEndLarge) {
  const size_t rows = 16, columns = 80;
  for (int seed = 0; seed < k_seeds; ++seed) {
    for (const DataVariant variant : {DataVariant::harmless_prefix, DataVariant::harmless_suffix}) {
      auto values = values_of(variant, floats(FillKind::normal, {rows, columns}), seed);
      if (variant == DataVariant::harmless_suffix) std::reverse(values.begin(), values.end());
      for (size_t row = 0; row < rows; ++row) {
        const auto size_at = [&](size_t i) { return std::fabs(values[row * columns + i]); };
        for (size_t i = 0; i < columns / 2; ++i) EXPECT_LT(size_at(i), 8);
        EXPECT_EQ(values[row * columns + place_of_largest(values, row * columns, columns)] > 100, row >= rows / 4);
      }
    }
  }
}

TEST(Variant, ARangeIsNeverLeft) {
  for (int seed = 0; seed < k_seeds; ++seed) {
    for (const DataVariant variant : k_data_variants) {
      for (const double value : values_of(variant, integers({30, 33}), seed)) {
        EXPECT_TRUE(value >= 3 && value <= 90 && value == std::floor(value)) << name_of(variant);
      }
      for (const double value : values_of(variant, floats(FillKind::uniform, {999}), seed))
        EXPECT_TRUE(value >= -1 && value <= 1) << name_of(variant);
    }
  }
}

TEST(Variant, SortedAndFewValuesAreOfTheData) {
  std::vector<double> plain;
  const auto sorted = values_of(DataVariant::sorted, floats(FillKind::uniform), 3, &plain);
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
  EXPECT_TRUE(std::is_permutation(sorted.begin(), sorted.end(), plain.begin()));
  const auto few = values_of(DataVariant::few_values, floats(FillKind::uniform));
  EXPECT_LE(std::set<double>(few.begin(), few.end()).size(), 4u);
}

TEST(Variant, R6AllValuesAreEqual) {
  for (const auto& array : {floats(FillKind::normal), integers()}) {
    const auto values = values_of(DataVariant::all_equal, array);
    EXPECT_EQ(std::set<double>(values.begin(), values.end()).size(), 1u);
  }
  EXPECT_LT(values_of(DataVariant::all_equal, floats(FillKind::normal)).front(), 0) << "nothing else is below zero";
}

// R3: floats that add up exactly in any order, none of them zero.
TEST(Variant, R3SumsOfWholeNumbersAreExact) {
  for (const auto& array : {floats(FillKind::normal, {20'000}), floats(FillKind::uniform, {20'000})}) {
    const auto values = values_of(DataVariant::whole_numbers, array);
    float forward = 0, backward = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      EXPECT_NE(values[i], 0);
      forward += static_cast<float>(values[i]);
      backward += static_cast<float>(values[values.size() - 1 - i]);
    }
    EXPECT_EQ(forward, backward);
  }
}

TEST(Variant, R9SpecialValuesAreFewAndOfTheType) {
  const auto has = [](const std::vector<double>& values, auto is) {
    return std::count_if(values.begin(), values.end(), is);
  };
  const auto infinite = values_of(DataVariant::infinities, floats(FillKind::normal, {20, 50}));
  EXPECT_EQ(has(infinite, [](double x) { return std::isinf(x); }), 10);
  EXPECT_GT(has(infinite, [](double x) { return x != 0 && std::fabs(x) < 1e-38; }), 0) << "denormal";
  EXPECT_GT(has(infinite, [](double x) { return x == 0 && std::signbit(x); }), 0);
  EXPECT_EQ(has(values_of(DataVariant::nans, floats(FillKind::normal)), [](double x) { return std::isnan(x); }), 1);
  EXPECT_FALSE(applies(DataVariant::nans, floats(FillKind::uniform))) << "a range has none";
}

TEST(Variant, OutputsScalarsAndGivenDataStayAsTheyAre) {
  ResolvedArgument out = floats(FillKind::normal), constant = floats(FillKind::constant);
  out.role = ArgumentRole::out;
  for (const DataVariant variant : k_data_variants) {
    EXPECT_FALSE(applies(variant, out));
    EXPECT_FALSE(applies(variant, constant));
  }
}

// Data on which an honest sum in halves would underflow is not a fair test.
TEST(Variant, SmallHalvesStayLargeEnoughToBeMultiplied) {
  ResolvedArgument halves = floats(FillKind::normal);
  halves.type = ElementType::f16;
  std::vector<double> plain;
  const auto small = values_of(DataVariant::small, halves, 3, &plain);
  for (size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(small[i], plain[i] / 16, 1e-4);
  const auto floats_small = values_of(DataVariant::small, floats(FillKind::normal), 3, &plain);
  EXPECT_EQ(floats_small[7], plain[7] / 1024);
}

TEST(Variant, SmallArraysAreVariedToo) {
  for (const DataVariant variant : k_data_variants) {
    for (const std::vector<uint64_t>& shape : {std::vector<uint64_t>{1}, {2}, {3, 1}, {1, 3}, {2, 2, 2}, {65}}) {
      const auto array = floats(FillKind::normal, shape);
      EXPECT_EQ(values_of(variant, array).size(), array.count);
    }
  }
}

}  // namespace variant_test
}  // namespace whet
