#include "problem/data/magnitudes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "problem/data/chosen_places.h"

namespace whet {
namespace {

ResolvedArgument matrix(uint64_t rows, uint64_t columns) {
  ResolvedArgument argument;
  argument.shape = {rows, columns};
  argument.count = rows * columns;
  argument.fill.second = 1;
  return argument;
}

VariedArray array_of(const ResolvedArgument& argument) {
  VariedArray array{
      std::vector<double>(argument.count), value_range(argument), rows_of(argument), 3, argument.type, 0.8};
  for (size_t i = 0; i < array.values.size(); ++i) array.values[i] = std::sin(1.0 + static_cast<double>(i));
  return array;
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
  VariedArray array = array_of(matrix(8, 16));
  make_huge(array);
  for (size_t i = 0; i < 16; ++i) {
    EXPECT_LT(array.values[16 + i], -1e30) << "none is near zero";
    EXPECT_GT(array.values[32 + i], 1e30);
  }
  EXPECT_GT(std::fabs(array.values[0]), 1e28);
  EXPECT_LT(std::fabs(array.values[0]), largest(ElementType::f32) / 4096) << "sums stay finite";
}

TEST(Magnitudes, TinyValuesAreNormalNumbers) {
  VariedArray array = array_of(matrix(8, 16));
  make_tiny(array);
  for (const double value : array.values) {
    EXPECT_LT(std::fabs(value), 1e-29);
    EXPECT_GT(std::fabs(value), 0x1p-126);
  }
}

TEST(Magnitudes, RowsDifferInTheirMagnitude) {
  VariedArray array = array_of(matrix(64, 4));
  const std::vector<double> before = array.values;
  mix_magnitudes(array);
  double least = HUGE_VAL, most = 0;
  for (size_t row = 0; row < 64; ++row) {
    const double factor = array.values[4 * row] / before[4 * row];
    EXPECT_EQ(array.values[4 * row + 3] / before[4 * row + 3], factor);
    least = std::fmin(least, factor), most = std::fmax(most, factor);
  }
  EXPECT_GT(most / least, 1e9);
}

TEST(Magnitudes, NeighboursDifferInTheirLastBits) {
  VariedArray array = array_of(matrix(16, 32));
  make_neighbours(array);
  for (size_t row = 0; row < 16; ++row) {
    double least = HUGE_VAL, most = 0;
    for (size_t i = 0; i < 32; ++i) {
      least = std::fmin(least, std::fabs(array.values[32 * row + i]));
      most = std::fmax(most, std::fabs(array.values[32 * row + i]));
    }
    EXPECT_EQ(stepped(ElementType::f32, least, 3), most) << row;
  }
}

TEST(ChosenPlaces, ANamedRowBeginsWithTheFirstPlace) {
  VariedArray array = array_of(matrix(40, 30));
  put_at_places(array, {13, 17, 22}, 0);
  const auto largest_of = [&](size_t row) {
    const auto first = array.values.begin() + static_cast<std::ptrdiff_t>(30 * row);
    return std::max_element(first, first + 30) - first;
  };
  EXPECT_EQ(largest_of(17), 13);
  EXPECT_EQ(largest_of(13), 13);
  EXPECT_EQ(largest_of(1), 17);
}

TEST(ChosenPlaces, ALargeNumberIsAnIndexOfTheWhole) {
  VariedArray array = array_of(matrix(40, 30));
  put_at_places(array, {725}, 0);
  EXPECT_GT(array.values[725], 100);
  ResolvedArgument flat = matrix(1, 3000);
  flat.shape = {3000};
  VariedArray vector = array_of(flat);
  put_at_places(vector, {777, 5}, 0);
  EXPECT_EQ(std::max_element(vector.values.begin(), vector.values.end()) - vector.values.begin(), 777);
}

}  // namespace
}  // namespace whet
