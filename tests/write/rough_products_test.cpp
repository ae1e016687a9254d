// Products of floats on tensor cores: only where the class allows tf32, and without the bias of cutting bits off.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/source_folder.h"
#include "write/instruction_set.h"
#include "written_run.h"

namespace whet {
namespace rough_products_test {

class RoughProducts : public testing::Test {
 protected:
  Problem problem(std::optional<PrecisionClass> precision) {
    auto found = bench_.describe(test::source_folder() + "/tests/write/kernels/rough_products.cu", "rough_product");
    EXPECT_TRUE(found.ok()) << found.error().what;
    found->precision = precision;
    return *found;
  }
  std::vector<write::WrittenKernel> written(const Problem& problem) {
    auto all = bench_.write(problem);
    EXPECT_TRUE(all.ok()) << all.error().what;
    return all ? all->kernels : std::vector<write::WrittenKernel>();
  }

  test::WrittenRun bench_;
};

bool multiplies_tf32(const write::WrittenKernel& kernel) {
  return kernel.source.find("tf32") != std::string::npos;
}

TEST_F(RoughProducts, AreWrittenOnlyWhereTheProblemNamesSuchAClass) {
  for (const auto precision : {std::optional<PrecisionClass>(), std::optional(PrecisionClass::fp32)}) {
    const auto kernels = written(problem(precision));
    EXPECT_FALSE(kernels.empty());
    EXPECT_TRUE(std::none_of(kernels.begin(), kernels.end(), multiplies_tf32));
  }
  const auto rough = written(problem(PrecisionClass::tf32));
  ASSERT_FALSE(rough.empty());
  EXPECT_TRUE(multiplies_tf32(rough.front())) << rough.front().describe();
}

// On a GPU with the instructions, at sizes where copying the operands takes less than it saves.
TEST_F(RoughProducts, AreTriedByBulkCopiesFirstWhereTheyAreLarge) {
  const auto first = [&](int64_t m, int64_t n, int64_t k) {
    Problem at_sizes = problem(PrecisionClass::tf32);
    at_sizes.cases.front().dims = {{"m", m}, {"n", n}, {"k", k}};
    auto all = bench_.write(at_sizes);
    EXPECT_TRUE(all.ok()) << all.error().what;
    write::fit_to({90, 'a'}, *all);
    return all->kernels.front().schedule;
  };
  EXPECT_EQ(first(4096, 4096, 4096), "bulk");
  EXPECT_EQ(first(2000, 3000, 1001), "bulk");
  EXPECT_EQ(first(64, 4096, 4096), "warpgroup");
  EXPECT_EQ(first(512, 512, 512), "warpgroup");
}

// Cutting bits off makes every factor smaller, and so sums by a thousandth; rounding changes them in both directions.
TEST_F(RoughProducts, DoNotShrink) {
  const Problem rough = problem(PrecisionClass::tf32);
  const std::map<std::string, int64_t> sizes{{"m", 128}, {"n", 128}, {"k", 64}};
  const auto exact = bench_.run(rough, sizes, 0);
  ASSERT_TRUE(exact.ok()) << exact.error().what;
  std::vector<std::string> seen;
  for (const write::WrittenKernel& kernel : written(rough)) {
    if (!multiplies_tf32(kernel) || std::find(seen.begin(), seen.end(), kernel.schedule) != seen.end()) continue;
    seen.push_back(kernel.schedule);
    const auto candidate = with_candidate(rough, "written.cu", kernel.source, kernel.sidecar());
    ASSERT_TRUE(candidate.ok()) << candidate.error().what;
    const auto found = bench_.run(*candidate, sizes, 0);
    ASSERT_TRUE(found.ok()) << found.error().what;
    double shrunk = 0, size = 0, apart = 0;
    for (size_t i = 0; i < exact->front().size(); ++i) {
      const double wanted = exact->front()[i], got = found->front()[i];
      shrunk += wanted > 0 ? wanted - got : got - wanted;
      size += std::abs(wanted);
      apart += std::abs(wanted - got);
    }
    EXPECT_LT(std::abs(shrunk / size), 1e-4) << kernel.describe();
    EXPECT_GT(apart / size, 1e-5) << kernel.describe();  // it is tf32 that was multiplied
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"tensor", "warpgroup", "bulk"}));
}

}  // namespace rough_products_test
}  // namespace whet
