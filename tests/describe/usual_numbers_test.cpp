#include "describe/usual_numbers.h"

#include <gtest/gtest.h>

namespace whet {
namespace usual_numbers_test {

TEST(UsualNumbers, NamesOfWindowsStepsAndBordersTellSmallNumbers) {
  const std::vector<std::string> names{"H", "kernel_h", "stride", "padding", "dilation"};
  EXPECT_EQ(usual_numbers("kernel_h", names).front(), 3);
  EXPECT_EQ(usual_numbers("stride", names).front(), 2);
  EXPECT_EQ(usual_numbers("padding", names).front(), 1);
  EXPECT_TRUE(usual_numbers("H", names).empty());
}

TEST(UsualNumbers, AStrideAloneIsTheDistanceOfRows) {
  EXPECT_TRUE(usual_numbers("stride", {"rows", "cols", "stride"}).empty());
}

TEST(UsualNumbers, ALetterIsAWindowBesideABorderOnly) {
  EXPECT_TRUE(usual_numbers("K", {"M", "N", "K"}).empty());
  EXPECT_EQ(usual_numbers("K", {"H", "W", "K", "pad"}).front(), 3);
  EXPECT_EQ(usual_numbers("p", {"L", "k", "s", "p"}).front(), 1);
}

TEST(UsualNumbers, ResultsCountWindows) {
  const std::vector<std::string> names{"H", "W", "KH", "KW", "stride", "pad", "OH", "out_w"};
  EXPECT_EQ(windows_along("OH", names), "floor((H + 2 * pad - KH) / stride) + 1");
  EXPECT_EQ(windows_along("out_w", names), "floor((W + 2 * pad - KW) / stride) + 1");
  EXPECT_EQ(windows_along("W", names), "");
}

TEST(UsualNumbers, ASpreadWidensTheWindow) {
  EXPECT_EQ(windows_along("OL", {"L", "OL", "k", "s", "p", "d"}), "floor((L + 2 * p - (d * (k - 1) + 1)) / s) + 1");
}

TEST(UsualNumbers, ShareOfADropoutIsBelowOne) {
  EXPECT_EQ(usual_real("dropout_p"), "0.25");
  EXPECT_EQ(usual_real("alpha"), "1.5");
}

}  // namespace usual_numbers_test
}  // namespace whet
