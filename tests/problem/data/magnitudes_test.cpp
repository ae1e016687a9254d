#include "problem/data/magnitudes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "problem/data/chosen_places.h"
#include "problem/data/variant.h"

namespace whet {
namespace magnitudes_test {

ResolvedArgument matrix(uint64_t rows, uint64_t columns) {
  ResolvedArgument argument;
  argument.shape = {rows, columns};
  argument.count = rows * columns;
  argument.fill.second = 1;
  return argument;
}

std::string waves(const ResolvedArgument& argument) {
  std::vector<double> values(argument.count);
  for (size_t i = 0; i < values.size(); ++i) values[i] = std::sin(1.0 + static_cast<double>(i));
  return encode_elements(argument.type, values);
}

std::vector<double> values_of(DataVariant variant, const ResolvedArgument& argument) {
  return decode_elements(argument.type, varied(variant, argument, 3, waves(argument), 0.8));
}

std::vector<double> at_places(const ResolvedArgument& argument, const std::vector<uint64_t>& places) {
  return decode_elements(argument.type, made(places_recipe(argument, places, 3, 0), {waves(argument)}));
}

TEST(Magnitudes, AStepIsTheNextValueOfTheType) {
  EXPECT_EQ(stepped(ElementType::f32, 1, 1), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(stepped(ElementType::f32, -1, -1), std::nextafter(-1.0f, 0.0f));
  EXPECT_EQ(stepped(ElementType::f64, 1, 2), 1 + 0x1p-51);
  EXPECT_EQ(stepped(ElementType::f16, 1, 1), 1 + 0x1p-10);
  EXPECT_EQ(stepped(ElementType::i32, 41, 1), 42);
  EXPECT_EQ(stepped(ElementType::f32, 0, -1), 0) << "there is none";
  EXPECT_EQ(stepped(ElementType::f32, largest(ElementType::f32), 1), largest(ElementType::f32));
}

TEST(Magnitudes, HugeRowsHaveOneSignHereAndThere) {
  const auto values = values_of(DataVariant::huge, matrix(8, 16));
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_LT(values[16 + i], -1e30) << "none is near zero";
    EXPECT_GT(values[32 + i], 1e30);
  }
  EXPECT_GT(std::fabs(values[0]), 1e28);
  EXPECT_LT(std::fabs(values[0]), largest(ElementType::f32) / 4096) << "sums stay finite";
}

TEST(Magnitudes, TinyValuesAreNormalNumbers) {
  const auto values = values_of(DataVariant::tiny, matrix(8, 16));
  for (const double value : values) {
    EXPECT_LT(std::fabs(value), 1e-29);
    EXPECT_GT(std::fabs(value), 0x1p-126);
  }
}

TEST(Magnitudes, RowsDifferInTheirMagnitude) {
  const auto values = values_of(DataVariant::mixed_magnitudes, matrix(64, 4));
  const auto before = decode_elements(ElementType::f32, waves(matrix(64, 4)));
  double least = HUGE_VAL, most = 0;
  for (size_t row = 0; row < 64; ++row) {
    const double factor = values[4 * row] / before[4 * row];
    EXPECT_EQ(values[4 * row + 3] / before[4 * row + 3], factor);
    least = std::fmin(least, factor), most = std::fmax(most, factor);
  }
  EXPECT_GT(most / least, 1e9);
}

TEST(Magnitudes, NeighboursDifferInTheirLastBits) {
  const auto values = values_of(DataVariant::neighbours, matrix(16, 32));
  for (size_t row = 0; row < 16; ++row) {
    double least = HUGE_VAL, most = 0;
    for (size_t i = 0; i < 32; ++i) {
      least = std::fmin(least, std::fabs(values[32 * row + i]));
      most = std::fmax(most, std::fabs(values[32 * row + i]));
    }
    EXPECT_EQ(stepped(ElementType::f32, least, 3), most) << row;
  }
}

TEST(ChosenPlaces, ANamedRowBeginsWithTheFirstPlace) {
  const auto values = at_places(matrix(40, 30), {13, 17, 22});
  const auto largest_of = [&](size_t row) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(30 * row);
    return std::max_element(first, first + 30) - first;
  };
  EXPECT_EQ(largest_of(17), 13);
  EXPECT_EQ(largest_of(13), 13);
  EXPECT_EQ(largest_of(1), 17);
}

TEST(ChosenPlaces, ALargeNumberIsAnIndexOfTheWhole) {
  const auto values = at_places(matrix(40, 30), {725});
  EXPECT_GT(values[725], 100);
  ResolvedArgument flat = matrix(1, 3000);
  flat.shape = {3000};
  const auto vector = at_places(flat, {777, 5});
  EXPECT_EQ(std::max_element(vector.begin(), vector.end()) - vector.begin(), 777);
}

}  // namespace magnitudes_test
}  // namespace whet
