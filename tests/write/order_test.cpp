// What is tried first depends on the sizes at hand.
#include <gtest/gtest.h>

#include "written_run.h"

namespace whet {
namespace order_test {

std::string first_schedule(int64_t rows, int64_t cols) {
  test::WrittenRun bench;
  auto problem = bench.describe(std::string(WHET_SOURCE_DIR) + "/tests/write/kernels/rows.cu", "row_sum");
  EXPECT_TRUE(problem.ok());
  problem->cases.front().dims = {{"rows", rows}, {"cols", cols}};
  const auto written = bench.write(*problem);
  EXPECT_TRUE(written.ok());
  return written.ok() && !written->kernels.empty() ? written->kernels.front().schedule : "";
}

TEST(OrderTest, OnlyFewAndLongRowsAreSplitFirst) {
  EXPECT_EQ(first_schedule(4, 4096), "rows");
  EXPECT_EQ(first_schedule(4, 1 << 20), "split");
  EXPECT_EQ(first_schedule(4096, 1 << 16), "rows");
}

}  // namespace order_test
}  // namespace whet
