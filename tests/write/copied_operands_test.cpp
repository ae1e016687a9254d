// Operands whose lines begin anywhere are copied for the copy engine where that is predicted to pay.
#include <gtest/gtest.h>

#include <algorithm>

#include "written_run.h"

namespace whet {
namespace copied_operands_test {

using Dims = std::vector<std::pair<std::string, int64_t>>;

// For each kernel by bulk copies: whether it has scratch memory for operands.
std::vector<bool> copies_at(const Dims& dims) {
  test::WrittenRun bench;
  auto problem =
      bench.describe(std::string(WHET_SOURCE_DIR) + "/tests/write/kernels/tensor_products.cu", "product_of_halves");
  EXPECT_TRUE(problem.ok()) << problem.error().what;
  if (!problem) return {};
  problem->cases.resize(1);
  problem->cases.front().dims = dims;
  const auto written = bench.write(*problem);
  EXPECT_TRUE(written.ok()) << written.error().what;
  std::vector<bool> found;
  for (const write::WrittenKernel& kernel : written->kernels) {
    if (kernel.schedule != "bulk") continue;
    found.push_back(std::any_of(kernel.scratch.begin(), kernel.scratch.end(),
                                [](const write::WrittenScratch& each) { return each.name == "operand_copies"; }));
  }
  EXPECT_FALSE(found.empty());
  return found;
}

bool all_of(const std::vector<bool>& list) {
  return std::all_of(list.begin(), list.end(), [](bool each) { return each; });
}
bool none_of(const std::vector<bool>& list) {
  return std::none_of(list.begin(), list.end(), [](bool each) { return each; });
}

TEST(CopiedOperands, AreThoseOfLargeProductsWithOddLines) {
  EXPECT_TRUE(all_of(copies_at({{"m", 1000}, {"n", 3000}, {"k", 2049}})));
  EXPECT_TRUE(all_of(copies_at({{"m", 1000}, {"n", 3001}, {"k", 2048}})));
}

TEST(CopiedOperands, AreNoneWhereLinesAreWholeWords) {
  EXPECT_TRUE(none_of(copies_at({{"m", 1001}, {"n", 3000}, {"k", 2048}})));
}

TEST(CopiedOperands, AreNoneWhereCopyingTakesLongerThanTheProduct) {
  EXPECT_TRUE(none_of(copies_at({{"m", 40}, {"n", 40}, {"k", 33}})));
}

}  // namespace copied_operands_test
}  // namespace whet
