#include "source/kernel/extents.h"

#include <gtest/gtest.h>

namespace whet {
namespace extents_test {

TEST(Extents, ConstantsCountThroughOthersAndThroughTypes) {
  const std::string source =
      "#define RADIUS 2\n#define WIDTH (2 * RADIUS + 1)\nconstexpr int k_taps = 4;\nconstexpr int OTHER = 8;\n"
      "struct Tap { float at[k_taps]; };\n__constant__ float weights[WIDTH * WIDTH];\n__device__ Tap taps[3];\n";
  const Outline read = outline(source);
  const auto weights = names_sizing(source, read, "weights"), taps = names_sizing(source, read, "taps");
  EXPECT_TRUE(weights.contains("WIDTH"));
  EXPECT_TRUE(weights.contains("RADIUS"));
  EXPECT_FALSE(weights.contains("k_taps"));
  EXPECT_FALSE(weights.contains("OTHER"));
  EXPECT_TRUE(taps.contains("k_taps"));
  EXPECT_TRUE(names_sizing(source, read, "nothing").empty());
}

}  // namespace extents_test
}  // namespace whet
