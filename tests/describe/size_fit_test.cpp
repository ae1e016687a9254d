// Formulas behind sizes that were seen.
#include "describe/size_fit.h"

#include <gtest/gtest.h>

#include "util/text.h"

namespace whet {
namespace size_fit_test {

const std::vector<FitAtom> k_atoms{{"n", {101, 67, 83, 131}}, {"m", {67, 83, 131, 59}}};

template <typename Formula>
std::string fitted(const Formula& formula) {
  std::vector<int64_t> seen;
  for (size_t run = 0; run < 4; ++run) seen.push_back(formula(k_atoms[0].values[run], k_atoms[1].values[run]));
  const auto found = fit_size(k_atoms, seen);
  return found ? join(found->extents, " | ") + (found->is_exact ? "" : " (rounded up)") : "none";
}

TEST(SizeFit, ProductsOfSizesAreFactors) {
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return n * m; }), "n | m");
  EXPECT_EQ(fitted([](int64_t n, int64_t) { return n; }), "n");
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return 3 * n * m; }), "n | m | 3");
  EXPECT_EQ(fitted([](int64_t, int64_t m) { return m * m; }), "m | m");
}

TEST(SizeFit, HalvesAreRoundedDown) {
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return (n / 2) * (m / 2); }), "floor(n / 2) | floor(m / 2)");
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return n * (m / 3); }), "n | floor(m / 3)");
}

// All sizes at which kernels are tried are odd.
TEST(SizeFit, WhatLeavesOutTheLastElementIsNoHalf) {
  EXPECT_EQ(fitted([](int64_t n, int64_t) { return n - 1; }), "n (rounded up)");
}

TEST(SizeFit, RowsMayLieApart) {
  const std::vector<FitAtom> atoms{{"m", {37, 29, 43, 31}}, {"k", {29, 43, 31, 53}}, {"lda", {43, 31, 53, 23}}};
  std::vector<int64_t> seen;
  for (size_t run = 0; run < 4; ++run)
    seen.push_back((atoms[0].values[run] - 1) * atoms[2].values[run] + atoms[1].values[run]);
  const auto found = fit_size(atoms, seen);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->extents, std::vector<std::string>{"(m - 1) * lda + k"});
  EXPECT_EQ(found->stride, "lda");
  EXPECT_EQ(found->row, "k");
}

TEST(SizeFit, AWindowFitsAsOftenAsTheDifferenceSays) {
  const std::vector<FitAtom> atoms{{"n", {1009, 757, 1283, 613}}, {"k", {67, 83, 131, 59}}};
  std::vector<int64_t> seen;
  for (size_t run = 0; run < 4; ++run) seen.push_back(atoms[0].values[run] - atoms[1].values[run] + 1);
  ASSERT_TRUE(fit_size(atoms, seen));
  EXPECT_EQ(fit_size(atoms, seen)->extents, std::vector<std::string>{"n - k + 1"});
}

TEST(SizeFit, AnEndThatTheSizesDoNotDecideIsANumber) {
  EXPECT_EQ(fitted([](int64_t, int64_t) { return 9; }), "9");
}

TEST(SizeFit, RowPointersAreOneLongerThanRows) {
  EXPECT_EQ(fitted([](int64_t n, int64_t) { return n + 1; }), "n + 1");
  EXPECT_EQ(fitted([](int64_t n, int64_t) { return 2 * n + 5; }), "2 * n + 5");
}

TEST(SizeFit, RimsBelongToTheirFactor) {
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return (n + 2) * (m + 2); }), "n + 2 | m + 2");
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return n * (m + 1); }), "n | m + 1");
}

TEST(SizeFit, DivisionsKeepTheirRounding) {
  EXPECT_EQ(fitted([](int64_t n, int64_t) { return (n + 3) / 4; }), "ceil_div(n, 4)");
  EXPECT_EQ(fitted([](int64_t n, int64_t) { return n / 2; }), "floor(n / 2)");
}

TEST(SizeFit, SumsOfSizesAreFound) {
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return n + m - 1; }), "n + m - 1");
}

TEST(SizeFit, AStencilThatLeavesOutTheRimIsRoundedUp) {
  EXPECT_EQ(fitted([](int64_t n, int64_t m) { return n * m - n - 1; }), "n | m (rounded up)");
}

TEST(SizeFit, WhatNoFormulaGivesHasNone) {
  EXPECT_FALSE(fit_size(k_atoms, {1, 100'000, 3, 7}));
  EXPECT_FALSE(fit_size(k_atoms, {0, 0, 0, 0}));
  EXPECT_FALSE(fit_size(k_atoms, {}));
}

}  // namespace size_fit_test
}  // namespace whet
