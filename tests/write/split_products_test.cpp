// Products of floats as split tf32 numbers: where they are written, how exact they are, and what infinities become.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/source_folder.h"
#include "write/instruction_set.h"
#include "written_run.h"

namespace whet {
namespace split_products_test {

using Sizes = std::map<std::string, int64_t>;

class SplitProducts : public testing::Test {
 protected:
  Problem problem(bool allows_split, const Sizes& fast_at = {}) {
    auto found = bench_.describe(test::source_folder() + "/tests/write/kernels/split_products.cu", "split_product");
    EXPECT_TRUE(found.ok()) << found.error().what;
    found->precision = PrecisionClass::fp32;
    found->allows_split = allows_split;
    if (!fast_at.empty()) found->cases.front().dims = {fast_at.begin(), fast_at.end()};
    return *found;
  }
  std::vector<write::WrittenKernel> written(const Problem& problem) {
    auto all = bench_.write(problem);
    EXPECT_TRUE(all.ok()) << all.error().what;
    if (!all) return {};
    write::fit_to({90, 'a'}, *all);
    return all->kernels;
  }
  write::WrittenKernel first_of(const std::string& schedule) {
    for (const auto& each : written(problem(true, {{"m", 2048}, {"n", 2048}, {"k", 2048}}))) {
      if (each.schedule == schedule) return each;
    }
    ADD_FAILURE() << "no kernel by " << schedule;
    return {};
  }
  std::vector<double> run(const write::WrittenKernel& kernel, const Sizes& sizes, const ArrayContents& inputs) {
    const auto candidate = with_candidate(problem(true), "written.cu", kernel.source, kernel.sidecar());
    EXPECT_TRUE(candidate.ok()) << candidate.error().what;
    const auto found = bench_.run(*candidate, sizes, 0, test::ProblemRun::Effort::quick, "h200", inputs);
    EXPECT_TRUE(found.ok()) << found.error().what;
    return found ? found->front() : std::vector<double>();
  }

  test::WrittenRun bench_;
};

TEST_F(SplitProducts, AreWrittenOnlyWhereTheProblemAllowsThem) {
  const auto names_tf32 = [](const write::WrittenKernel& each) {
    return each.source.find("tf32") != std::string::npos;
  };
  const auto plain = written(problem(false));
  EXPECT_FALSE(plain.empty());
  EXPECT_TRUE(std::none_of(plain.begin(), plain.end(), names_tf32));
  for (const write::WrittenKernel& each : written(problem(true))) {
    EXPECT_NE(each.schedule, "bulk") << each.describe();
    const bool is_split =
        each.source.find("split_to_tf32(") != std::string::npos || each.source.find("keep_split<") != std::string::npos;
    EXPECT_EQ(is_split, names_tf32(each)) << each.describe();
  }
}

TEST_F(SplitProducts, AreTriedFirstWhereTheyAreLarge) {
  const auto first = [&](int64_t m, int64_t n, int64_t k) {
    return written(problem(true, {{"m", m}, {"n", n}, {"k", k}})).front().schedule;
  };
  EXPECT_EQ(first(4096, 4096, 4096), "warpgroup");
  EXPECT_EQ(first(1000, 3000, 2049), "warpgroup");
  EXPECT_EQ(first(8, 4096, 4096), "thin");
}

// Random numbers, and what a product of them is in double.
struct Factors {
  int64_t m, n, k;
  std::vector<double> a, b;

  Factors(int64_t rows, int64_t columns, int64_t terms) : m(rows), n(columns), k(terms) {
    a = numbers(m * k, 1), b = numbers(k * n, 2);
  }
  static std::vector<double> numbers(int64_t count, uint64_t seed) {
    std::vector<double> list;
    for (int64_t i = 0; i < count; ++i)
      list.push_back(static_cast<float>(static_cast<double>(random_bits(seed, i) >> 11) * 0x1p-52 - 1));
    return list;
  }
  Sizes sizes() const { return {{"m", m}, {"n", n}, {"k", k}}; }
  ArrayContents contents() const {
    ArrayContents all(6);
    all[0] = ArrayContent(encode_elements(ElementType::f32, a)),
    all[1] = ArrayContent(encode_elements(ElementType::f32, b));
    return all;
  }
  double expected(int64_t i, int64_t j) const {
    double sum = 0;
    for (int64_t l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    return sum;
  }
  // Root of the mean square of what results are off by, as a share of that of the results.
  double error_of(const std::vector<double>& found) const {
    double off = 0, size = 0;
    for (int64_t i = 0; i < m * n; ++i) {
      const double wanted = expected(i / n, i % n);
      off += (found[i] - wanted) * (found[i] - wanted), size += wanted * wanted;
    }
    return std::sqrt(off / size);
  }
};

TEST_F(SplitProducts, AreAsExactAsThoseOfFloats) {
  const Factors factors(64, 96, 1024);
  const double plain = factors.error_of(run(first_of("product"), factors.sizes(), factors.contents()));
  for (const char* schedule : {"tensor", "warpgroup"}) {
    const double split = factors.error_of(run(first_of(schedule), factors.sizes(), factors.contents()));
    EXPECT_LT(split, 1.5 * plain) << schedule << ", plain cores " << plain;
    EXPECT_LT(split, 1e-6) << schedule;
    RecordProperty(schedule, std::to_string(1e9 * split));
  }
  RecordProperty("product", std::to_string(1e9 * plain));
}

// An infinity times zero, infinities that cancel, NaNs, the largest floats, which round to an infinity, and denormal
// numbers: everything is what float makes of it.
class SpecialFactors : public SplitProducts, public testing::WithParamInterface<const char*> {};

TEST_P(SpecialFactors, AreWhatFloatMakesOfThem) {
  constexpr double k_infinite = std::numeric_limits<double>::infinity(), k_largest = 3.4028234663852886e38;
  Factors factors(40, 24, 20);
  const auto set_row = [&](int64_t row, double first, double second) {
    factors.a[row * factors.k] = first, factors.a[row * factors.k + 1] = second;
  };
  set_row(1, k_infinite, 2);
  set_row(2, k_infinite, k_infinite);
  set_row(3, -k_infinite, k_infinite);
  set_row(17, std::nan(""), 1);
  set_row(18, 0.5 * k_largest, -0.5 * k_largest);
  set_row(30, k_largest, 0);
  for (int64_t l = 0; l < factors.k; ++l) factors.a[31 * factors.k + l] = 0;
  set_row(31, 0x1p-130, 0x1p-135);
  factors.b[0 * factors.n + 5] = 0, factors.b[0 * factors.n + 6] = 1, factors.b[1 * factors.n + 6] = 1;
  factors.b[0 * factors.n + 7] = 0x1p-3, factors.b[3 * factors.n + 9] = -k_infinite;
  const auto found = run(first_of(GetParam()), factors.sizes(), factors.contents());
  ASSERT_EQ(found.size(), static_cast<size_t>(factors.m * factors.n));
  for (int64_t i = 0; i < factors.m; ++i) {
    for (int64_t j = 0; j < factors.n; ++j) {
      const double wanted = factors.expected(i, j), got = found[i * factors.n + j];
      const double in_float = std::abs(wanted) > k_largest ? std::copysign(k_infinite, wanted) : wanted;
      double scale = 0;  // of the row's terms
      for (int64_t l = 0; l < factors.k; ++l) scale = std::fmax(scale, std::abs(factors.a[i * factors.k + l]));
      const bool is_same = (std::isnan(in_float) && std::isnan(got)) || in_float == got ||
                           (std::isfinite(scale) && std::abs(in_float - got) <= 1e-5 * scale + 0x1p-147);
      EXPECT_TRUE(is_same) << i << ", " << j << ": " << got << " and should be " << wanted;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, SpecialFactors, testing::Values("tensor", "warpgroup"));

}  // namespace split_products_test
}  // namespace whet
