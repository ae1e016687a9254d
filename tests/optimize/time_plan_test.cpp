// N8: the seconds given are those of the whole run.
#include "optimize/time_plan.h"

#include <gtest/gtest.h>

namespace whet {
namespace {

TEST(TimePlan, KeepsTimeForConfirmingBeforeAnythingIsTried) {
  TimePlan plan(60);
  plan.opened(2, 0.5);
  EXPECT_GT(plan.reserve(), 2) << "all trials take longer than a few";
  EXPECT_TRUE(plan.has_room_for_rounds(2));
  EXPECT_FALSE(plan.has_room_for_rounds(60 - plan.reserve())) << "no candidate would be done before it begins";
}

TEST(TimePlan, KeepsMoreWhenACandidateTookLonger) {
  TimePlan plan(60);
  plan.opened(2, 0.5);
  const double before = plan.reserve();
  plan.judged(3);
  EXPECT_GT(plan.reserve(), before);
}

TEST(TimePlan, NeverKeepsMoreThanHalf) {
  TimePlan plan(10);
  plan.opened(8, 6);
  EXPECT_EQ(plan.reserve(), 5);
  EXPECT_FALSE(plan.has_room_for_rounds(8)) << "opening alone took too long";
}

TEST(TimePlan, ARoundHasNoMoreCandidatesThanFit) {
  TimePlan plan(40);
  plan.opened(1, 0.2);
  for (int i = 0; i < 4; ++i) plan.judged(2);
  EXPECT_EQ(plan.candidate_seconds(), 2);
  EXPECT_EQ(plan.room(4, 4), 4U);
  EXPECT_EQ(plan.room(40 - plan.reserve() - 5, 4), 2U);
  EXPECT_EQ(plan.room(39, 4), 1U) << "a round has at least one";
}

}  // namespace
}  // namespace whet
