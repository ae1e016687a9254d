#include "problem/variant.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "problem/data.h"
#include "support/support.h"

namespace whet {
namespace {

ResolvedArgument floats(FillKind kind, uint64_t count = 1000) {
  ResolvedArgument argument;
  argument.name = "in";
  argument.count = count;
  argument.bytes = count * 4;
  argument.shape = {count};
  argument.fill = default_plan(kind, ElementType::f32);
  return argument;
}

std::vector<double> values_of(DataVariant variant, const ResolvedArgument& argument, std::vector<double>* plain) {
  test::FakeFileSystem files;
  const std::string bytes = *make_data(argument, {7, 1}, files);
  *plain = decode_elements(argument.type, bytes);
  return decode_elements(argument.type, varied(variant, argument, 3, bytes));
}

TEST(Variant, NamesAndDescriptionsDiffer) {
  std::set<std::string_view> names, descriptions;
  for (const DataVariant variant : k_data_variants) {
    EXPECT_TRUE(names.insert(name_of(variant)).second);
    EXPECT_TRUE(descriptions.insert(description_of(variant)).second);
  }
}

TEST(Variant, ScalesShiftsAndCubes) {
  std::vector<double> plain;
  const auto scaled = values_of(DataVariant::scaled, floats(FillKind::normal), &plain);
  const auto shifted = values_of(DataVariant::shifted, floats(FillKind::normal), &plain);
  const auto cubed = values_of(DataVariant::heavy_tailed, floats(FillKind::normal), &plain);
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(scaled[i], plain[i] * 16);
    EXPECT_NEAR(shifted[i], plain[i] + 4, 1e-6);
    EXPECT_NEAR(cubed[i], std::pow(plain[i], 3), 1e-4);
  }
}

TEST(Variant, ASuffixIsAmplifiedAndThePrefixIsNot) {
  std::vector<double> plain;
  const auto changed = values_of(DataVariant::amplified_suffix, floats(FillKind::normal), &plain);
  const auto first = std::mismatch(plain.begin(), plain.end(), changed.begin()).first - plain.begin();
  EXPECT_GE(first, 500);
  EXPECT_LT(first, 1000);
  EXPECT_EQ(changed.back(), plain.back() * 64);
}

TEST(Variant, ValuesOfARangeAreRearrangedAlone) {
  const ResolvedArgument indices = floats(FillKind::uniform);
  EXPECT_FALSE(applies(DataVariant::scaled, indices));
  std::vector<double> plain;
  auto sorted = values_of(DataVariant::sorted, indices, &plain);
  EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
  EXPECT_TRUE(std::is_permutation(sorted.begin(), sorted.end(), plain.begin()));
  const auto few = values_of(DataVariant::few_values, indices, &plain);
  EXPECT_LE(std::set<double>(few.begin(), few.end()).size(), 4u);
  for (const double value : few) EXPECT_NE(std::find(plain.begin(), plain.end(), value), plain.end());
}

TEST(Variant, OutputsScalarsAndGivenDataStayAsTheyAre) {
  ResolvedArgument out = floats(FillKind::normal), constant = floats(FillKind::constant);
  out.role = ArgumentRole::out;
  for (const DataVariant variant : k_data_variants) {
    EXPECT_FALSE(applies(variant, out));
    EXPECT_FALSE(applies(variant, constant));
  }
}

TEST(Variant, AnArrayOfOneElementIsVariedToo) {
  std::vector<double> plain;
  for (const DataVariant variant : k_data_variants) {
    EXPECT_EQ(values_of(variant, floats(FillKind::normal, 1), &plain).size(), 1u);
  }
}

}  // namespace
}  // namespace whet
