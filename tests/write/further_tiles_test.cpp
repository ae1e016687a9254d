// Blocks of products that go on with further tiles compute the same when they are few.
#include <gtest/gtest.h>

#include "support/source_folder.h"
#include "util/text.h"
#include "written_run.h"

namespace whet {
namespace further_tiles_test {

constexpr const char* k_most_blocks = ", 132)";  // of the launch's grid
constexpr double k_tolerance = 8e-3;             // of bfloats
constexpr double k_tf32_tolerance = 2e-2;        // of sums of unrounded floats

std::string with_few_blocks(std::string sidecar) {
  const size_t at = sidecar.find(k_most_blocks);
  return at == std::string::npos ? "" : sidecar.replace(at, std::string(k_most_blocks).size(), ", 4)");
}

using Sizes = std::map<std::string, int64_t>;

void expect_same_by_few_blocks(const std::string& file, const std::string& kernel_name, const Sizes& sizes,
                               std::optional<PrecisionClass> precision = {}) {
  test::WrittenRun bench;
  auto problem = bench.describe(test::source_folder() + "/tests/write/kernels/" + file, kernel_name);
  ASSERT_TRUE(problem.ok()) << problem.error().what;
  problem->precision = precision;
  const auto written = bench.write(*problem);
  ASSERT_TRUE(written.ok()) << written.error().what;
  const auto wanted = bench.run(*problem, sizes, 0);
  ASSERT_TRUE(wanted.ok()) << wanted.error().what;
  size_t tried = 0;
  const double tolerance = precision ? k_tf32_tolerance : k_tolerance;
  for (const write::WrittenKernel& kernel : written->kernels) {
    const std::string sidecar = with_few_blocks(kernel.sidecar());
    if (kernel.schedule != "bulk" || sidecar.empty()) continue;
    ++tried;
    const auto candidate = with_candidate(*problem, "written.cu", kernel.source, sidecar);
    ASSERT_TRUE(candidate.ok()) << candidate.error().what;
    const auto found = bench.run(*candidate, sizes, 0);
    ASSERT_TRUE(found.ok()) << kernel.describe() << ": " << found.error().what << " " << found.error().details;
    for (size_t i = 0; i < (*wanted)[0].size(); ++i)
      ASSERT_NEAR((*found)[0][i], (*wanted)[0][i], tolerance * std::max(1.0, std::abs((*wanted)[0][i])))
          << kernel.describe() << " [" << i << "]";
  }
  EXPECT_GE(tried, 2u);
}

// 3 x 3 tiles of 128 x 256, or 3 x 5 of 128 x 128: for four blocks several each, and not as many for all.
TEST(FurtherTiles, AreComputedByTheSameBlocks) {
  expect_same_by_few_blocks("tensor_products.cu", "product_of_halves", {{"m", 264}, {"n", 520}, {"k", 72}});
}

// Of floats, whose copies a kernel before makes.
TEST(FurtherTiles, MayBeOfRoundedCopies) {
  expect_same_by_few_blocks("rough_products.cu", "rough_both_turned", {{"m", 264}, {"n", 520}, {"k", 72}},
                            PrecisionClass::tf32);
}

TEST(FurtherTiles, MayBelongToOtherMatrices) {
  expect_same_by_few_blocks("batched_products.cu", "products_of_bfloats",
                            {{"batch", 5}, {"m", 136}, {"n", 264}, {"k", 72}});
}

// The map after the sum has operands of its own for each tile.
TEST(FurtherTiles, HaveTheirOwnResiduals) {
  expect_same_by_few_blocks("activated_products.cu", "gated_residual", {{"m", 264}, {"n", 520}, {"k", 72}});
}

// Both sums of a tile are there before the next one begins.
TEST(FurtherTiles, HaveTwoSums) {
  expect_same_by_few_blocks("gated_products.cu", "geglu_of_halves", {{"rows", 264}, {"in", 72}, {"outs", 264}});
}

}  // namespace further_tiles_test
}  // namespace whet
