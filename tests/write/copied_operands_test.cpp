// Operands whose lines begin anywhere are copied for the copy engine where that is predicted to pay.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/source_folder.h"
#include "written_run.h"

namespace whet {
namespace copied_operands_test {

using Dims = std::vector<std::pair<std::string, int64_t>>;

struct CopiedKernel {
  std::string file, name, schedule;
  std::vector<std::string> scratch;  // any of these names shows that operands are copied
};
const CopiedKernel k_halves{"tensor_products", "product_of_halves", "bulk", {"operand_copies"}};
const CopiedKernel k_floats{"products", "product", "product", {"left_copy", "right_copy"}};

// For each kernel of the schedule: its scratch memory for operands.
std::vector<std::vector<std::string>> scratch_at(const CopiedKernel& kernel, const Dims& dims) {
  test::WrittenRun bench;
  auto problem = bench.describe(test::source_folder() + "/tests/write/kernels/" + kernel.file + ".cu", kernel.name);
  EXPECT_TRUE(problem.ok()) << problem.error().what;
  if (!problem) return {};
  problem->cases.resize(1);
  problem->cases.front().dims = dims;
  const auto written = bench.write(*problem);
  EXPECT_TRUE(written.ok()) << written.error().what;
  std::vector<std::vector<std::string>> found;
  for (const write::WrittenKernel& each : written->kernels) {
    if (each.schedule != kernel.schedule) continue;
    found.emplace_back();
    for (const write::WrittenScratch& scratch : each.scratch) {
      if (std::count(kernel.scratch.begin(), kernel.scratch.end(), scratch.name) > 0)
        found.back().push_back(scratch.name);
    }
  }
  EXPECT_FALSE(found.empty());
  return found;
}

// For each kernel by bulk copies: whether it has scratch memory for operands.
std::vector<bool> copies_at(const Dims& dims) {
  std::vector<bool> found;
  for (const auto& each : scratch_at(k_halves, dims)) found.push_back(!each.empty());
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

using Names = std::vector<std::string>;

TEST(CopiedOperandsOfPlainCores, AreThoseWithOddLines) {
  const Names both{"left_copy", "right_copy"};
  EXPECT_EQ(scratch_at(k_floats, {{"m", 2047}, {"n", 2047}, {"k", 2047}}).front(), both);
  const auto one = scratch_at(k_floats, {{"m", 1000}, {"n", 3000}, {"k", 2049}});
  EXPECT_EQ(std::count(one.front().begin(), one.front().end(), "left_copy"), 1);
}

// An operand that is turned is copied for that alone, and the other for the registers that it then takes no more; as
// measured on an H200, that pays for large products.
TEST(CopiedOperandsOfPlainCores, AreThoseThatAreTurnedWhereThatPays) {
  for (const int64_t size : {2048, 4096, 8192}) {
    const auto all = scratch_at(k_floats, {{"m", size}, {"n", size}, {"k", size}});
    EXPECT_EQ(all.front(), (Names{"left_copy", "right_copy"})) << size;
    EXPECT_GT(std::count(all.begin(), all.end(), Names{}), 0) << size;
    EXPECT_GT(std::count(all.begin(), all.end(), Names{"left_copy"}), 0) << size;
  }
  for (const Names& each : scratch_at(k_floats, {{"m", 256}, {"n", 256}, {"k", 256}})) EXPECT_EQ(each, Names{});
}

TEST(CopiedOperandsOfPlainCores, AreNoneWhereCopyingTakesLongerThanItSaves) {
  for (const Dims& dims : {Dims{{"m", 41}, {"n", 41}, {"k", 33}}, Dims{{"m", 4097}, {"n", 4097}, {"k", 3}}}) {
    for (const Names& each : scratch_at(k_floats, dims)) EXPECT_EQ(each, Names{});
  }
}

}  // namespace copied_operands_test
}  // namespace whet
