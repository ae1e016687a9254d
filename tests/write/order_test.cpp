// What is tried first depends on the sizes at hand.
#include <gtest/gtest.h>

#include "written_run.h"

namespace whet {
namespace order_test {

using Dims = std::vector<std::pair<std::string, int64_t>>;

write::WrittenKernel first_written(const std::string& file, const std::string& kernel, const Dims& dims) {
  test::WrittenRun bench;
  auto problem = bench.describe(std::string(WHET_SOURCE_DIR) + "/tests/write/kernels/" + file, kernel);
  EXPECT_TRUE(problem.ok());
  problem->cases.front().dims = dims;
  const auto written = bench.write(*problem);
  EXPECT_TRUE(written.ok());
  return written.ok() && !written->kernels.empty() ? written->kernels.front() : write::WrittenKernel{};
}

std::string first_schedule(const std::string& file, const std::string& kernel, const Dims& dims) {
  return first_written(file, kernel, dims).schedule;
}

TEST(OrderTest, OnlyFewAndLongRowsAreSplitFirst) {
  const auto first = [](int64_t rows, int64_t cols) {
    return first_schedule("rows.cu", "row_sum", {{"rows", rows}, {"cols", cols}});
  };
  EXPECT_EQ(first(4, 4096), "rows");
  EXPECT_EQ(first(4, 1 << 20), "split");
  EXPECT_EQ(first(4096, 1 << 16), "rows");
}

TEST(OrderTest, UpdatesAreCountedInSharedMemoryWhereTheyFit) {
  const auto first = [](int64_t rows, int64_t d) {
    return first_schedule("histograms.cu", "scatter_rows", {{"rows", rows}, {"d", d}});
  };
  EXPECT_EQ(first(8, 4), "histogram");
  EXPECT_EQ(first(4096, 64), "scatter");
}

TEST(OrderTest, AlongStructsSingleElementsComeBeforePacks) {
  const auto vector = [](const std::string& file, const std::string& kernel) {
    for (const auto& constant : first_written(file, kernel, {{"n", 1 << 20}}).constants) {
      if (constant.name == "kVector") return constant.value;
    }
    return int64_t{0};
  };
  EXPECT_EQ(vector("tiles.cu", "to_structs"), 1);
  EXPECT_EQ(vector("tiles.cu", "lengths"), 1);
  EXPECT_EQ(vector("maps.cu", "add"), 4);
}

}  // namespace order_test
}  // namespace whet
