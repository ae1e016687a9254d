// What is tried first depends on the sizes at hand.
#include <gtest/gtest.h>

#include "support/source_folder.h"
#include "write/kernel_order.h"
#include "written_run.h"

namespace whet {
namespace order_test {

using Dims = std::vector<std::pair<std::string, int64_t>>;

write::WrittenKernel first_written(const std::string& file, const std::string& kernel, const Dims& dims) {
  test::WrittenRun bench;
  auto problem = bench.describe(test::source_folder() + "/tests/write/kernels/" + file, kernel);
  EXPECT_TRUE(problem.ok());
  problem->cases.front().dims = dims;
  auto written = bench.write(*problem);
  EXPECT_TRUE(written.ok());
  if (!written || written->kernels.empty()) return {};
  const Knowledge knowledge;
  write::order_by_prediction(*written,
                             write::prediction_rates(Hardware(knowledge).gpu("h200").value(), knowledge).value());
  return written->kernels.front();
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

int64_t constant_of(const write::WrittenKernel& kernel, const std::string& name) {
  for (const auto& constant : kernel.constants) {
    if (constant.name == name) return constant.value;
  }
  return 0;
}

TEST(OrderTest, ProductsHaveTilesWhereBothSidesAreLong) {
  const auto first = [](int64_t m, int64_t n, int64_t k) {
    return first_written("products.cu", "product", {{"m", m}, {"n", n}, {"k", k}});
  };
  EXPECT_EQ(first(4096, 4096, 4096).schedule, "product");
  EXPECT_NE(first(4, 4096, 4096).schedule, "product");
  EXPECT_EQ(constant_of(first(4096, 4096, 4096), "kTileN"), 128);
  EXPECT_LT(constant_of(first(300, 300, 300), "kTileN"), 128);
  EXPECT_EQ(first(4096, 4096, 4096).launches.size(), 3u) << "copies of both operands, and the product";
  EXPECT_EQ(first(256, 256, 65536).launches.size(), 2u)
      << "the product, turned in the background, and the sum of parts";
  EXPECT_EQ(first(40, 40, 4096).launches.size(), 2u) << "the product, and the sum of its parts";
}

// One kernel computes the hidden values of a row again for every block along that row.
TEST(OrderTest, ChainsAreOneKernelWhereFewBlocksShareTheirRows) {
  const auto first = [](int64_t rows, int64_t in, int64_t hidden, int64_t outs) {
    return first_schedule("chains.cu", "two_layers", {{"rows", rows}, {"in", in}, {"hidden", hidden}, {"outs", outs}});
  };
  EXPECT_EQ(first(256, 64, 64, 64), "chain");
  EXPECT_EQ(first(65536, 64, 64, 64), "chain");
  EXPECT_EQ(first(4096, 1024, 4096, 1024), "chain_apart");
  EXPECT_NE(first(4096, 1024, 4096, 1), "chain");
}

// On tensor cores hidden values stay in registers, unless blocks would repeat them.
TEST(OrderTest, ChainsOfHalvesAreOneKernelWhereResultsAreNarrow) {
  const auto first = [](int64_t rows, int64_t outs) {
    return first_schedule("chains.cu", "layers_of_halves",
                          {{"rows", rows}, {"in", 256}, {"hidden", 512}, {"outs", outs}});
  };
  EXPECT_EQ(first(8192, 64), "tensor_chain");
  EXPECT_EQ(first(32768, 128), "tensor_chain");
  EXPECT_EQ(first(8192, 4096), "chain_apart");
}

TEST(OrderTest, ChainsOfFewRowsAreTwoThinProducts) {
  const auto kernel =
      first_written("chains.cu", "layers_of_few_rows", {{"rows", 4}, {"in", 1024}, {"hidden", 4096}, {"outs", 1024}});
  EXPECT_EQ(kernel.schedule, "chain_apart");
  EXPECT_EQ(constant_of(kernel, "kFew"), 4);
  EXPECT_EQ(constant_of(kernel, "kFew2"), 4);
}

TEST(OrderTest, HalvesAreMultipliedOnTensorCoresFirst) {
  const auto dims = Dims{{"m", 4096}, {"n", 4096}, {"k", 4096}};
  EXPECT_EQ(first_schedule("tensor_products.cu", "product_of_halves", dims), "tensor");
  EXPECT_EQ(first_schedule("tensor_products.cu", "product_of_bytes", dims), "tensor");
  EXPECT_EQ(first_schedule("products.cu", "product", dims), "product");
}

// Each byte that is turned serves as many products as the tile has rows.
TEST(OrderTest, TilesAreHighWhereBytesOfTheRightOperandAreTurned) {
  const auto first =
      first_written("small_float_products.cu", "product_of_e4m3", {{"m", 4096}, {"n", 4096}, {"k", 4096}});
  EXPECT_EQ(first.schedule, "tensor");
  EXPECT_EQ(constant_of(first, "kTileM"), 256);
  EXPECT_EQ(first.source.find("Pack<__nv_fp8_e4m3"), std::string::npos) << "a register for each byte";
}

TEST(OrderTest, ConvolutionsOfHalvesHaveNeighbouringTerms) {
  const auto first = [](const std::string& kernel, int64_t channels) {
    return first_written("convolutions.cu", kernel,
                         {{"batch", 32}, {"channels", channels}, {"height", 56}, {"width", 56}, {"filters", 128}});
  };
  const auto copies = [&](const std::string& kernel, int64_t channels) {
    std::vector<std::string> names;
    for (const auto& scratch : first(kernel, channels).scratch) names.push_back(scratch.name);
    return names;
  };
  EXPECT_EQ(first("convolution_of_halves_last", 128).schedule, "tensor");
  EXPECT_EQ(copies("convolution_of_halves_last", 128), (std::vector<std::string>{}));
  EXPECT_EQ(copies("convolution_of_halves_last", 3), (std::vector<std::string>{"x_copy", "w_copy"}));
  EXPECT_EQ(copies("convolution_of_halves", 128), (std::vector<std::string>{"w_copy", "x_copy"}));
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

TEST(OrderTest, WholeArraysAreScannedInOnePassAndRowsRowByRow) {
  const auto kernels = [](const std::string& kernel, const Dims& dims) {
    return first_written("scans.cu", kernel, dims).launches.size();
  };
  EXPECT_EQ(kernels("exclusive_scan", {{"n", 1 << 24}}), 2u);
  EXPECT_EQ(kernels("scan_of_rows", {{"rows", 8192}, {"cols", 4096}}), 1u);
}

TEST(OrderTest, MapsThatTurnMemoryAreTilesAndNeighboursAreStencils) {
  EXPECT_EQ(first_schedule("tiles.cu", "transpose", {{"rows", 4096}, {"cols", 8192}}), "tiles");
  EXPECT_EQ(first_schedule("stencils.cu", "heat", {{"height", 4096}, {"width", 8192}}), "stencil");
}

// Times on an H200 (bench/write/README.md): predictions are for choosing, and these are far apart.
TEST(OrderTest, PredictedTimesOfLargeKernelsAreNearThoseMeasuredOnAnH200) {
  const auto seconds = [](const char* file, const char* kernel, const Dims& dims) {
    return first_written(file, kernel, dims).predicted_seconds.value_or(0);
  };
  const Dims square = {{"rows", 8192}, {"cols", 4096}};
  EXPECT_NEAR(seconds("maps.cu", "add", {{"n", 33554432}}), 93e-6, 20e-6);
  EXPECT_NEAR(seconds("rows.cu", "row_sum", square), 35.7e-6, 9e-6);
  EXPECT_NEAR(seconds("rows.cu", "softmax", square), 72.4e-6, 18e-6);
  EXPECT_NEAR(seconds("columns.cu", "column_sum", square), 42.8e-6, 11e-6);
}

}  // namespace order_test
}  // namespace whet
