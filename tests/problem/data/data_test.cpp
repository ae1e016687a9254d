#include "problem/data/data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/support.h"
#include "util/hash.h"

namespace whet {
namespace data_test {

ResolvedArgument array(ElementType type, uint64_t count, FillPlan fill, ArgumentRole role = ArgumentRole::in) {
  ResolvedArgument argument;
  argument.name = "x";
  argument.type = type;
  argument.role = role;
  argument.shape = {count};
  argument.count = count;
  argument.bytes = count * bytes_of(type);
  argument.fill = std::move(fill);
  return argument;
}

std::string bytes_of_data(const ResolvedArgument& argument, DataOptions options = {}) {
  test::FakeFileSystem files;
  auto data = make_data(argument, options, files);
  EXPECT_TRUE(data.ok());
  return data ? *data : "";
}

std::vector<double> values(const ResolvedArgument& argument, DataOptions options = {}) {
  return decode_elements(argument.type, bytes_of_data(argument, options));
}

// The data must be the same on other machines and with other compilers.
TEST(Data, IsTheSameEverywhere) {
  const auto hash = [](ElementType type, FillPlan fill) {
    return sha256_hex(bytes_of_data(array(type, 100000, std::move(fill)), {.seed = 7})).substr(0, 16);
  };
  EXPECT_EQ(hash(ElementType::f32, {FillKind::normal, 0, 1}), "e952b8389524ff3d");
  EXPECT_EQ(hash(ElementType::f64, {FillKind::normal, 0.5, 3}), "300ec8d3be8f4ad4");
  EXPECT_EQ(hash(ElementType::bf16, {FillKind::uniform, -1, 1}), "520c9c2c91b32ff1");
  EXPECT_EQ(hash(ElementType::i32, {FillKind::uniform, -100, 100}), "aa8231b1ccda100c");
}

TEST(Data, DoesNotDependOnTheThreads) {
  const ResolvedArgument argument = array(ElementType::f16, 1000003, {FillKind::normal, 0, 1});
  const std::string one = bytes_of_data(argument, {.seed = 1, .threads = 1});
  EXPECT_EQ(one, bytes_of_data(argument, {.seed = 1, .threads = 2}));
  EXPECT_EQ(one, bytes_of_data(argument, {.seed = 1, .threads = 7}));
  EXPECT_NE(one, bytes_of_data(argument, {.seed = 2, .threads = 1}));
}

TEST(Data, ArraysOfOtherNamesDifferUnlessTheirSeedIsGiven) {
  ResolvedArgument a = array(ElementType::f32, 100, {FillKind::normal, 0, 1}), b = a;
  b.name = "y";
  EXPECT_NE(bytes_of_data(a), bytes_of_data(b));
  a.fill.seed = b.fill.seed = 3;
  EXPECT_EQ(bytes_of_data(a), bytes_of_data(b));
  EXPECT_EQ(bytes_of_data(a, {.seed = 1}), bytes_of_data(a, {.seed = 2}));
}

TEST(Data, QuantilesAreThoseOfTheNormalDistribution) {
  for (const double p : {1e-9, 1e-6, 1e-3, 0.02, 0.0749, 0.0751, 0.3, 0.5, 0.7, 0.925, 0.99, 0.999999}) {
    const uint32_t bits = static_cast<uint32_t>(p * 0x1p32);
    const double exact_p = (bits + 0.5) * 0x1p-32;
    const double x = normal_quantile(bits);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::sqrt(2.0)) / exact_p, 1, 6e-6) << p;
  }
  EXPECT_EQ(normal_quantile(0), -normal_quantile(0xffffffffu));
}

TEST(Data, NormalHasItsMeanDeviationAndTails) {
  const auto x = values(array(ElementType::f64, 1000000, {FillKind::normal, 2, 3}));
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  double square = 0, fourth = 0;
  for (const double v : x) {
    square += std::pow((v - mean) / 3, 2) / static_cast<double>(x.size());
    fourth += std::pow((v - mean) / 3, 4) / static_cast<double>(x.size());
  }
  EXPECT_NEAR(mean, 2, 0.015);
  EXPECT_NEAR(square, 1, 0.01);
  EXPECT_NEAR(fourth, 3, 0.05);
  const auto outside = std::count_if(x.begin(), x.end(), [](double v) { return std::fabs(v - 2) > 9; });
  EXPECT_NEAR(static_cast<double>(outside), 2700, 300);
}

TEST(Data, NeighboursAreNotCorrelated) {
  const auto x = values(array(ElementType::f64, 1000000, {FillKind::normal, 0, 1}));
  for (const size_t lag : {1, 2, 32, 1024}) {
    double sum = 0;
    for (size_t i = lag; i < x.size(); ++i) sum += x[i] * x[i - lag];
    EXPECT_NEAR(sum / static_cast<double>(x.size()), 0, 0.005) << lag;
  }
}

TEST(Data, UniformStaysInItsRange) {
  const auto x = values(array(ElementType::f32, 100000, {FillKind::uniform, 2, 5}));
  EXPECT_GE(*std::min_element(x.begin(), x.end()), 2);
  EXPECT_LE(*std::max_element(x.begin(), x.end()), 5);
  EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0) / 1e5, 3.5, 0.02);
}

TEST(Data, UniformIntegersTakeBothEndsEquallyOften) {
  const auto x = values(array(ElementType::i8, 100000, {FillKind::uniform, -2, 2}));
  for (int value = -2; value <= 2; ++value)
    EXPECT_NEAR(static_cast<double>(std::count(x.begin(), x.end(), value)), 20000, 700) << value;
  const auto wide = values(array(ElementType::u64, 1000, {FillKind::uniform, 0, 18446744073709551615.0}));
  EXPECT_GT(*std::max_element(wide.begin(), wide.end()), 1.8e19);
}

TEST(Data, SequencesCountAndIntegersWrapAround) {
  EXPECT_EQ(values(array(ElementType::f32, 4, {FillKind::sequence, 1, 0.5})), (std::vector{1.0, 1.5, 2.0, 2.5}));
  EXPECT_EQ(values(array(ElementType::u8, 4, {FillKind::sequence, 254, 1})), (std::vector{254.0, 255.0, 0.0, 1.0}));
  EXPECT_EQ(values(array(ElementType::i32, 3, {FillKind::sequence, 5, -2})), (std::vector{5.0, 3.0, 1.0}));
}

TEST(Data, AConstantIsEverywhereTheSame) {
  EXPECT_EQ(values(array(ElementType::bf16, 3, {FillKind::constant, 0.25, 0})), (std::vector(3, 0.25)));
  EXPECT_EQ(values(array(ElementType::u32, 2, {FillKind::constant, 7, 0})), (std::vector(2, 7.0)));
}

TEST(Data, AFileIsTakenAsItIsIfItsSizeIsRight) {
  test::FakeFileSystem files;
  ASSERT_TRUE(files.write("x.bin", "abcdefgh").ok());
  EXPECT_EQ(*make_data(array(ElementType::f32, 2, {FillKind::file, 0, 0, "x.bin", {}}), {}, files), "abcdefgh");
  const auto wrong = make_data(array(ElementType::f32, 3, {FillKind::file, 0, 0, "x.bin", {}}), {}, files);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().what, "`x.bin` holds 8 bytes, `x` has 12");
}

TEST(Data, OutputsArePoisonedUnlessTheyAreReadToo) {
  const FillPlan zero{FillKind::constant, 0, 0};
  EXPECT_TRUE(std::isnan(values(array(ElementType::f32, 1, zero, ArgumentRole::out))[0]));
  EXPECT_TRUE(std::isnan(values(array(ElementType::e4m3, 1, zero, ArgumentRole::scratch))[0]));
  EXPECT_EQ(bytes_of_data(array(ElementType::i32, 1, zero, ArgumentRole::out)), "\xa5\xa5\xa5\xa5");
  EXPECT_EQ(values(array(ElementType::f32, 1, zero, ArgumentRole::inout))[0], 0);
}

}  // namespace data_test
}  // namespace whet
