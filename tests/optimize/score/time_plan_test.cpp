// N8: the seconds given are those of the whole run.
#include "optimize/score/time_plan.h"

#include <gtest/gtest.h>

namespace whet {
namespace {

TEST(TimePlan, KeepsTimeForConfirmingBeforeAnythingIsTried) {
  TimePlan plan(60);
  plan.opened(0.5);
  EXPECT_GE(plan.reserve(), plan.confirm_seconds());
  EXPECT_GT(plan.confirm_seconds(), 5) << "all trials take longer than a few";
  EXPECT_TRUE(plan.has_room_for_rounds(2));
  EXPECT_FALSE(plan.has_room_for_rounds(60 - plan.reserve())) << "no candidate would be done before it begins";
}

TEST(TimePlan, KeepsMoreWhenCandidatesTakeLonger) {
  TimePlan plan(60);
  plan.opened(0.5);
  const double before = plan.reserve();
  plan.judged(3);
  EXPECT_GT(plan.reserve(), before);
}

TEST(TimePlan, HasNoRoundsWhereConfirmingAloneWouldTakeLonger) {
  TimePlan plan(10);
  plan.opened(1);
  EXPECT_FALSE(plan.has_room_for_rounds(1.5));
}

TEST(TimePlan, KeepsAShareForWhatFollowsTheConfirmation) {
  TimePlan plan(1000);
  plan.opened(0.1);
  EXPECT_GT(plan.reserve(), plan.confirm_seconds());
  EXPECT_LT(plan.reserve(), 10) << "and no more than it can use";
}

TEST(TimePlan, ARoundHasNoMoreCandidatesThanFit) {
  TimePlan plan(80);
  plan.opened(0.2);
  for (int i = 0; i < 4; ++i) plan.judged(2);
  EXPECT_EQ(plan.candidate_seconds(), 2);
  EXPECT_EQ(plan.room(4, 4), 4U);
  EXPECT_EQ(plan.room(80 - plan.reserve() - 5, 4), 2U);
  EXPECT_EQ(plan.room(79, 4), 1U) << "a round has at least one";
}

}  // namespace
}  // namespace whet
