#include "optimize/score/stop.h"

#include <gtest/gtest.h>

namespace whet {
namespace stop_test {

OptimizeSettings settings() {
  OptimizeSettings settings;
  settings.most_candidates = 20;
  settings.most_seconds = 60;
  settings.patience = 4;
  settings.enough_share = 0.95;
  return settings;
}

LoopState going_on() {
  LoopState state;
  state.rounds = 3;
  state.candidates = 12;
  state.stale_rounds = 1;
  state.seconds = 30;
  state.share = 0.6;
  state.attained = 0.8;
  state.ceiling = "DRAM bandwidth";
  return state;
}

TEST(Stop, ThereIsNoReasonWhileThereIsRoom) {
  EXPECT_EQ(stop_reason(settings(), going_on()), "");
}

TEST(Stop, EachLimitIsNamed) {
  LoopState state = going_on();
  state.candidates = 20;
  EXPECT_EQ(stop_reason(settings(), state), "20 candidates were tried");
  state = going_on();
  state.stale_rounds = 4;
  EXPECT_EQ(stop_reason(settings(), state), "no progress in 4 rounds");
  state = going_on();
  state.seconds = 61;
  EXPECT_EQ(stop_reason(settings(), state), "the time given, 60 s, was used up");
  state = going_on();
  state.has_room = false;
  EXPECT_EQ(stop_reason(settings(), state), "the time given, 60 s, was used up") << "the rest is for confirming";
  state.rounds = 0;
  state.confirm_seconds = 45;
  EXPECT_EQ(stop_reason(settings(), state),
            "60 s are too few: the original took 30.0 s, and confirming a better one takes about 45 s");
  state = going_on();
  state.interrupted = true;
  EXPECT_EQ(stop_reason(settings(), state), "stopped by the user");
}

TEST(Stop, AtTheCeilingThereIsNothingMoreToGain) {
  LoopState state = going_on();
  state.share = 0.96;
  EXPECT_EQ(stop_reason(settings(), state), "96 % of the ceiling (DRAM bandwidth) is reached");
  state.share = 0.8;
  state.attained = 0.97;
  EXPECT_EQ(stop_reason(settings(), state), "97 % of what it can reach (DRAM bandwidth) is reached");
}

TEST(Stop, AnOriginalAtTheCeilingIsToldFromAKernelThatGotThere) {
  LoopState state;
  state.share = 0.96;
  state.seconds = 100;  // it took long to look
  EXPECT_EQ(stop_reason(settings(), state), "the original is at 96 % of the ceiling already");
}

TEST(Stop, WhatIsNotKnownOfTheCeilingStopsNothing) {
  LoopState state = going_on();
  state.share = state.attained = 0;
  EXPECT_EQ(stop_reason(settings(), state), "");
}

}  // namespace stop_test
}  // namespace whet
