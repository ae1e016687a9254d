#include "profile/ncu/advice.h"

#include <gtest/gtest.h>

namespace advice_test {

using namespace whet;

Advice advice(std::string rule, std::string text, std::optional<double> percent) {
  Advice each;
  each.rule = std::move(rule);
  each.text = std::move(text);
  each.speedup_percent = percent;
  return each;
}

TEST(Advice, LinksShowTheirText) {
  EXPECT_EQ(plain_advice("See @section:WarpStateStats:Warp State: all@ and the\n  @url:Guide 1:2:https://a.b/c#d@."),
            "See Warp State: all and the Guide 1:2.");
  EXPECT_EQ(plain_advice("@source:a.cu:12:line 12@ at @sass:0x10:LDG@"), "line 12 at LDG");
}

TEST(Advice, WhatIsNoLinkStays) {
  EXPECT_EQ(plain_advice("a @ b @mail@ c@d"), "a @ b @mail@ c@d");
  EXPECT_EQ(plain_advice("open @section:X:Y"), "open @section:X:Y");
}

TEST(Advice, BoldStarsGoAndOtherStarsStay) {
  EXPECT_EQ(plain_advice("**Bold** and *bold too*, but 2 * 3 and float *a, int* b"),
            "Bold and bold too, but 2 * 3 and float *a, int* b");
}

TEST(Advice, KindsHaveShortAndLongNames) {
  EXPECT_EQ(advice_kind("OPT"), Advice::Kind::opt);
  EXPECT_EQ(advice_kind("Optimization"), Advice::Kind::opt);
  EXPECT_EQ(advice_kind("WRN"), Advice::Kind::wrn);
  EXPECT_EQ(advice_kind("Warning"), Advice::Kind::wrn);
  EXPECT_EQ(advice_kind("INF"), Advice::Kind::inf);
  EXPECT_EQ(advice_kind("Informational"), Advice::Kind::inf);
}

TEST(Advice, AnEstimateInTheTextMovesToItsMember) {
  Advice each = advice("r", "Est. Local Speedup: 81.25% Use fewer registers.", std::nullopt);
  take_estimate(each);
  EXPECT_EQ(each.speedup_percent, 81.25);
  EXPECT_TRUE(each.is_local);
  EXPECT_EQ(each.text, "Use fewer registers.");
}

TEST(Advice, EqualMessagesAreKeptOnceWithTheHighestEstimate) {
  const auto sorted = sorted_advice({advice("a", "x", 5), advice("b", "y", std::nullopt), advice("a", "x", 20),
                                     advice("a", "other", 7), advice("c", "x", 6)});
  ASSERT_EQ(sorted.size(), 4u);
  EXPECT_EQ(sorted[0].speedup_percent, 20);
  EXPECT_EQ(sorted[1].text, "other");
  EXPECT_EQ(sorted[2].rule, "c");
  EXPECT_EQ(sorted[3].rule, "b");
}

}  // namespace advice_test
