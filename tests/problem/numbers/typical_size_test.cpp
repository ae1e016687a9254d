#include "problem/numbers/typical_size.h"

#include <gtest/gtest.h>

namespace whet {
namespace typical_size_test {

TEST(TypicalSize, N21AFewHugeValuesDoNotRaiseIt) {
  std::vector<double> values(10'000, -2);
  values[17] = 1e12, values[9'000] = -1e30;
  const TypicalSize typical(values, {100, 100});
  EXPECT_DOUBLE_EQ(typical.whole(), 3);
  EXPECT_DOUBLE_EQ(typical.at(17), 3);
  EXPECT_DOUBLE_EQ(typical.at(9'001), 3);
}

TEST(TypicalSize, ARowAndAColumnCountForTheirOwnElements) {
  std::vector<double> values(40 * 50, 1);
  for (size_t i = 0; i < 50; ++i) values[7 * 50 + i] = 1000;
  for (size_t i = 0; i < 40; ++i) values[i * 50 + 30] = 100;
  const TypicalSize typical(values, {40, 50});
  EXPECT_DOUBLE_EQ(typical.at(7 * 50 + 3), 1500);
  EXPECT_DOUBLE_EQ(typical.at(20 * 50 + 30), 150);
  EXPECT_DOUBLE_EQ(typical.at(20 * 50 + 31), 1.5);
}

TEST(TypicalSize, ZerosAndWhatIsNoNumberDoNotCount) {
  std::vector<double> values(100, 0);
  values[3] = 4, values[50] = __builtin_nan(""), values[51] = __builtin_inf();
  EXPECT_DOUBLE_EQ(TypicalSize(values, {100}).whole(), 6);
  EXPECT_DOUBLE_EQ(TypicalSize({}, {}).whole(), 0);
}

}  // namespace typical_size_test
}  // namespace whet
