#include "judge/timing/stopping.h"

#include <random>

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {

using test::ManualClock;

TEST(Stopping, QuietSamplesEndAtTheLeastGpuTime) {
  const ManualClock clock;
  Stopping stopping({}, clock);
  for (int i = 0; i < 9; ++i) stopping.add(0.09);
  EXPECT_EQ(stopping.reason(), StopReason::not_yet) << "ten samples at least";
  stopping.add(0.09);
  EXPECT_EQ(stopping.reason(), StopReason::quiet);
  EXPECT_EQ(stopping.noise(), 0);
}

TEST(Stopping, HalfAsManySamplesDoWhereEachTakesVeryLong) {
  const ManualClock clock;
  Stopping stopping({}, clock);
  for (int i = 0; i < 4; ++i) stopping.add(0.4);
  EXPECT_EQ(stopping.reason(), StopReason::not_yet);
  stopping.add(0.4);
  EXPECT_EQ(stopping.reason(), StopReason::quiet);
}

TEST(Stopping, ShortKernelsNeedHalfASecondOfGpuTime) {
  const ManualClock clock;
  Stopping stopping({}, clock);
  for (int i = 0; i < 499; ++i) stopping.add(1e-3);
  EXPECT_EQ(stopping.reason(), StopReason::not_yet);
  stopping.add(1.001e-3);
  EXPECT_EQ(stopping.reason(), StopReason::quiet);
}

TEST(Stopping, LongKernelsNeedNoMoreSamplesThanTheirNoiseAsksFor) {
  const ManualClock clock;
  Stopping stopping({}, clock);
  for (int i = 0; i < 9; ++i) stopping.add(12e-3);
  EXPECT_EQ(stopping.reason(), StopReason::not_yet);
  stopping.add(12.001e-3);
  EXPECT_EQ(stopping.reason(), StopReason::quiet);
}

TEST(Stopping, NoiseThatDoesNotFallIsTakenForWhatItIs) {
  const ManualClock clock;
  Stopping stopping({}, clock);
  std::mt19937_64 random(1);
  size_t samples = 0;
  while (stopping.reason() == StopReason::not_yet && samples < 2000) {
    stopping.add(5e-3 * std::lognormal_distribution<>(0, 0.03)(random));
    ++samples;
  }
  EXPECT_EQ(stopping.reason(), StopReason::stable);
  EXPECT_NEAR(stopping.noise(), 0.03, 0.012);
  EXPECT_GE(samples, 68u);
}

TEST(Stopping, TheWallClockEndsIt) {
  ManualClock clock;
  Stopping stopping({}, clock);
  stopping.add(1e-6);
  clock.now_ns = 14'900'000'000;
  EXPECT_EQ(stopping.reason(), StopReason::not_yet);
  clock.now_ns = 15'000'000'000;
  EXPECT_EQ(stopping.reason(), StopReason::wall_clock);
}

TEST(Stopping, TinyKernelsEndAtTheMostSamples) {
  const ManualClock clock;
  StoppingRule rule;
  rule.most_samples = 100;
  Stopping stopping(rule, clock);
  for (int i = 0; i < 100; ++i) stopping.add(1e-6);
  EXPECT_EQ(stopping.reason(), StopReason::enough);
}

TEST(Screening, ThreeSamplesRejectWhatIsClearlySlower) {
  const Incumbent incumbent{100e-6, 101e-6};
  EXPECT_EQ(screen({106e-6, 107e-6}, incumbent), Screening::undecided);
  EXPECT_EQ(screen({106e-6, 107e-6, 105e-6}, incumbent), Screening::slower);
}

TEST(Screening, WhatIsHopelessIsLeftAtOnce) {
  const Incumbent incumbent{100e-6, 101e-6};
  EXPECT_EQ(screen({203e-6}, incumbent), Screening::undecided) << "one short sample may be disturbed";
  EXPECT_EQ(screen({203e-6, 204e-6}, incumbent), Screening::slower);
  EXPECT_EQ(screen({21e-3}, {10e-3, 10e-3}), Screening::slower) << "a long one is not";
  EXPECT_EQ(screen({201e-6, 201e-6}, incumbent), Screening::undecided);
  EXPECT_EQ(screen({203e-6, 105e-6}, incumbent), Screening::undecided) << "its best sample counts";
}

TEST(Screening, OneGoodSampleKeepsACandidateInTheRace) {
  const Incumbent incumbent{100e-6, 101e-6};
  std::vector<double> samples = {130e-6, 103e-6, 125e-6};
  EXPECT_EQ(screen(samples, incumbent), Screening::undecided);
  samples.insert(samples.end(), 4, 125e-6);
  EXPECT_EQ(screen(samples, incumbent), Screening::promising) << "never rejected by doubt";
}

TEST(Screening, AFasterMedianIsPromisingAtOnce) {
  EXPECT_EQ(screen({99e-6, 100e-6, 150e-6}, {100e-6, 101e-6}), Screening::promising);
}

TEST(Screening, AnEqualKernelIsNeverRejected) {
  std::mt19937_64 random(2);
  const Incumbent incumbent{100e-6, 100.7e-6};
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> samples(3);
    for (double& sample : samples) sample = 100e-6 * std::lognormal_distribution<>(0, 0.01)(random);
    EXPECT_NE(screen(samples, incumbent), Screening::slower);
  }
}

}  // namespace whet
