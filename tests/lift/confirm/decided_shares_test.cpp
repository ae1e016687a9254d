#include "lift/confirm/decided_shares.h"

#include <gtest/gtest.h>

namespace whet::lift {
namespace decided_shares_test {

TEST(DecidedSharesTest, EachStatementNeedsHalfOfItsOwn) {
  DecidedShares shares;
  for (int i = 0; i < 100; ++i) shares.add(0, true);
  shares.add(1, true);
  shares.add(1, false);
  EXPECT_TRUE(shares.are_enough());
  shares.add(1, false);
  EXPECT_FALSE(shares.are_enough());
  EXPECT_EQ(shares.compared(), 103u);
}

TEST(DecidedSharesTest, RunsAddUp) {
  DecidedShares all, run;
  run.add(2, false);
  all.add(run);
  EXPECT_FALSE(all.are_enough());
  DecidedShares other;
  other.add(2, true);
  all.add(other);
  EXPECT_TRUE(all.are_enough());
}

}  // namespace decided_shares_test
}  // namespace whet::lift
