#include "source/launch/block_items.h"

#include <gtest/gtest.h>

namespace whet {
namespace block_items_test {

// How many blocks there are along an axis of a kernel that takes sizes in capitals and does not use N; "?": not told.
std::string blocks_of(const std::string& body, int axis = 0, const std::string& unused = "N") {
  const std::string source =
      "__global__ void f(const float* a, int N, int C, int G, int H, int W) {\n" + body + "\n}\n";
  const Outline read = outline(source);
  const auto found = find_block_items(
      read.code, read.declarations.front(), axis,
      [](std::string_view name) {
        const bool is_size = name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z';
        return is_size ? std::optional(LaunchExpression::name(std::string(name))) : std::nullopt;
      },
      unused);
  return found ? found->text() : "?";
}

TEST(BlockItems, TheLastPartOfAnIndexIsBelowWhatTheRestIsMultipliedBy) {
  EXPECT_EQ(blocks_of("int c = blockIdx.x; a[(n * C + c) * H + i];"), "C");
  EXPECT_EQ(blocks_of("a[i * W + blockIdx.x];"), "W");
  EXPECT_EQ(blocks_of("int c = blockIdx.y; a[c + C * n];", 1), "C");
  EXPECT_EQ(blocks_of("int size = W / 2; int c = blockIdx.x; a[n * size + c];"), "floor(W / 2)");
}

TEST(BlockItems, OfQuotientsAndRemaindersThereAreAsManyAsBothHave) {
  EXPECT_EQ(blocks_of("int n = blockIdx.x / G, g = blockIdx.x % G; a[(n * C + g) * H];"), "N * G");
  EXPECT_EQ(blocks_of("int h = blockIdx.y / W, w = blockIdx.y % W; a[(n * H + h) * W + w];", 1), "H * W");
  EXPECT_EQ(blocks_of("int z = blockIdx.z; a[z % C];", 2), "N * C");
  EXPECT_EQ(blocks_of("int z = blockIdx.z; a[z % C];", 2, ""), "?");
}

TEST(BlockItems, OtherwiseTheyAreTheSizeThatNothingUses) {
  EXPECT_EQ(blocks_of("const float* row = a + blockIdx.x * W;"), "N");
  EXPECT_EQ(blocks_of("const float* row = a + blockIdx.x * W;", 0, ""), "?");
}

TEST(BlockItems, BlocksOfThreadsAreNoItems) {
  EXPECT_EQ(blocks_of("int i = blockIdx.x * blockDim.x + threadIdx.x; a[i];"), "?");
  EXPECT_EQ(blocks_of("int i = threadIdx.x + blockDim.x * blockIdx.x; a[i];"), "?");
  EXPECT_EQ(blocks_of("int b = blockIdx.x; a[b * 16 + threadIdx.x];"), "?");
}

}  // namespace block_items_test
}  // namespace whet
