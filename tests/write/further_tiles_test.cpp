// Blocks of products that go on with further tiles compute the same when they are few.
#include <gtest/gtest.h>

#include "util/text.h"
#include "written_run.h"

namespace whet {
namespace further_tiles_test {

constexpr const char* k_most_blocks = ", 132)";  // of the launch's grid

std::string with_few_blocks(std::string sidecar) {
  const size_t at = sidecar.find(k_most_blocks);
  return at == std::string::npos ? "" : sidecar.replace(at, std::string(k_most_blocks).size(), ", 4)");
}

// 3 x 3 tiles of 128 x 256, or 3 x 5 of 128 x 128: for four blocks several each, and not as many for all.
TEST(FurtherTiles, AreComputedByTheSameBlocks) {
  test::WrittenRun bench;
  const auto problem =
      bench.describe(std::string(WHET_SOURCE_DIR) + "/tests/write/kernels/tensor_products.cu", "product_of_halves");
  ASSERT_TRUE(problem.ok()) << problem.error().what;
  const auto written = bench.write(*problem);
  ASSERT_TRUE(written.ok()) << written.error().what;
  const std::map<std::string, int64_t> sizes{{"m", 264}, {"n", 520}, {"k", 72}};
  const auto wanted = bench.run(*problem, sizes, 0);
  ASSERT_TRUE(wanted.ok()) << wanted.error().what;
  size_t tried = 0;
  for (const write::WrittenKernel& kernel : written->kernels) {
    const std::string sidecar = with_few_blocks(kernel.sidecar());
    if (kernel.schedule != "bulk" || sidecar.empty()) continue;
    ++tried;
    const auto candidate = with_candidate(*problem, "written.cu", kernel.source, sidecar);
    ASSERT_TRUE(candidate.ok()) << candidate.error().what;
    const auto found = bench.run(*candidate, sizes, 0);
    ASSERT_TRUE(found.ok()) << kernel.describe() << ": " << found.error().what << " " << found.error().details;
    for (size_t i = 0; i < (*wanted)[0].size(); ++i)
      ASSERT_NEAR((*found)[0][i], (*wanted)[0][i], 2e-3 * std::max(1.0, std::abs((*wanted)[0][i])))
          << kernel.describe() << " [" << i << "]";
  }
  EXPECT_GE(tried, 2u);
}

}  // namespace further_tiles_test
}  // namespace whet
