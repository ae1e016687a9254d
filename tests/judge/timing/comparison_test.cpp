#include "judge/timing/comparison.h"

#include <gtest/gtest.h>

#include "judge/simulated_noise.h"

namespace whet {

using test::NoiseModel;
using test::outcome_shares;
using test::OutcomeShares;
using test::simulated_comparison;

namespace comparison_test {

// Rounds without noise but a grain of it.
std::vector<PairedSample> rounds_of(double baseline, double candidate, size_t count = 52, double clock_a = 0,
                                    double clock_b = 0) {
  std::vector<PairedSample> rounds;
  for (size_t i = 0; i < count; ++i) {
    const double grain = 1 + 1e-4 * static_cast<double>(i % 5);
    rounds.push_back({{baseline * grain, clock_a}, {candidate / grain, clock_b}});
  }
  return rounds;
}

Sampling modelled(double seconds, double order_error = 0.13) {
  Sampling sampling;
  sampling.samples = {{seconds, 0}};
  sampling.order_error = order_error;
  sampling.origin = Origin::modelled;
  return sampling;
}

TEST(Comparison, AClearGainIsFasterAndTurnedRoundSlower) {
  const SpeedComparison there = compare_speed(rounds_of(104e-6, 100e-6)),
                        back = compare_speed(rounds_of(100e-6, 104e-6));
  EXPECT_EQ(there.outcome, Outcome::faster);
  EXPECT_NEAR(there.time.median, 1.04, 0.001);
  EXPECT_EQ(back.outcome, Outcome::slower);
  EXPECT_EQ(there.rounds, 52u);
}

TEST(Comparison, SwappingTheTwoGivesTheReciprocal) {
  std::vector<PairedSample> swapped;
  const auto rounds = rounds_of(103e-6, 100e-6);
  for (const PairedSample& round : rounds) swapped.push_back({round.candidate, round.baseline});
  const SpeedComparison there = compare_speed(rounds), back = compare_speed(swapped);
  EXPECT_DOUBLE_EQ(there.time.median, 1 / back.time.median);
  EXPECT_DOUBLE_EQ(there.time.called.low, 1 / back.time.called.high);
  const SpeedComparison turned = exchanged(there);
  EXPECT_EQ(turned.outcome, back.outcome);
  EXPECT_DOUBLE_EQ(turned.time.median, back.time.median);
  EXPECT_DOUBLE_EQ(turned.time.shown.low, back.time.shown.low);
  EXPECT_DOUBLE_EQ(turned.time.called.high, back.time.called.high);
  ASSERT_EQ(turned.cycles.has_value(), back.cycles.has_value());
  EXPECT_DOUBLE_EQ(turned.clock_ratio, back.clock_ratio);
}

TEST(Comparison, EqualTimesAreSameByEquivalence) {
  const SpeedComparison found = compare_speed(rounds_of(100e-6, 100e-6));
  EXPECT_EQ(found.outcome, Outcome::same);
  EXPECT_NE(found.reason.find("within 0.5 %"), std::string::npos);
}

TEST(Comparison, ADifferenceBelowTheMarginIsNoGain) {
  const SpeedComparison found = compare_speed(rounds_of(100.3e-6, 100e-6));
  EXPECT_NE(found.outcome, Outcome::faster);
}

TEST(Comparison, AnIntervalThatHoldsOneIsInconclusive) {
  std::vector<PairedSample> rounds;
  for (int i = 0; i < 52; ++i) rounds.push_back({{100e-6, 0}, {i % 2 ? 90e-6 : 108e-6, 0}});
  const SpeedComparison found = compare_speed(rounds);
  EXPECT_EQ(found.outcome, Outcome::inconclusive);
  EXPECT_NE(found.reason.find("holds 1"), std::string::npos);
}

TEST(Comparison, ClocksApartSayNothing) {
  const SpeedComparison found = compare_speed(rounds_of(104e-6, 100e-6, 52, 1.80e9, 1.98e9));
  EXPECT_EQ(found.outcome, Outcome::inconclusive);
  EXPECT_EQ(found.reason, "the clocks of the two are 10.0 % apart");
}

// A kernel on tensor cores draws so much power that its clock is lower all the time, and is faster all the same.
TEST(Comparison, ADifferenceFarBeyondTheClocksCounts) {
  for (const double clock : {1.8e9, 1.4e9, 1.1e9}) {
    const SpeedComparison there = compare_speed(rounds_of(30e-3, 0.4e-3, 52, 1.98e9, clock)),
                          back = compare_speed(rounds_of(0.4e-3, 30e-3, 52, clock, 1.98e9));
    EXPECT_EQ(there.outcome, Outcome::faster) << there.reason;
    EXPECT_EQ(there.left_out, 0u);
    EXPECT_EQ(back.outcome, Outcome::slower) << back.reason;
  }
  EXPECT_EQ(compare_speed(rounds_of(119e-6, 100e-6, 52, 1.80e9, 1.98e9)).outcome, Outcome::inconclusive);
  EXPECT_EQ(compare_speed(rounds_of(122e-6, 100e-6, 52, 1.80e9, 1.98e9)).outcome, Outcome::faster);
}

TEST(Comparison, AGainThatIsTheClocksAloneIsInconclusive) {
  const SpeedComparison found = compare_speed(rounds_of(101.8e-6, 100e-6, 52, 1.965e9, 2.000e9));
  EXPECT_EQ(found.outcome, Outcome::inconclusive);
  EXPECT_NE(found.reason.find("in cycles"), std::string::npos);
}

TEST(Comparison, ARealGainIsConfirmedInCycles) {
  const SpeedComparison found = compare_speed(rounds_of(104e-6, 100e-6, 52, 1.98e9, 1.98e9));
  EXPECT_EQ(found.outcome, Outcome::faster);
  ASSERT_TRUE(found.cycles);
  EXPECT_NE(found.reason.find("in cycles"), std::string::npos);
}

TEST(Comparison, RoundsWithADroppedClockAreLeftOut) {
  auto rounds = rounds_of(100e-6, 100e-6, 52, 1.98e9, 1.98e9);
  for (int i = 0; i < 8; ++i) rounds[static_cast<size_t>(i)].candidate = {160e-6, 1.2e9};
  const SpeedComparison found = compare_speed(rounds);
  EXPECT_EQ(found.left_out, 8u);
  EXPECT_EQ(found.outcome, Outcome::same);
}

TEST(Comparison, TooFewRoundsDecideNothing) {
  EXPECT_EQ(compare_speed(rounds_of(140e-6, 100e-6, 25)).outcome, Outcome::inconclusive);
  EXPECT_EQ(compare_speed(rounds_of(140e-6, 100e-6, 26)).outcome, Outcome::faster);
  EXPECT_EQ(compare_speed({}).outcome, Outcome::inconclusive);
}

TEST(Comparison, TenRoundsDecideWhereEachOfThemIsClear) {
  EXPECT_EQ(compare_speed(rounds_of(200e-6, 100e-6, 9)).outcome, Outcome::inconclusive);
  EXPECT_EQ(compare_speed(rounds_of(200e-6, 100e-6, 10)).outcome, Outcome::faster);
  EXPECT_EQ(compare_speed(rounds_of(100e-6, 200e-6, 10)).outcome, Outcome::slower);
  auto doubtful = rounds_of(200e-6, 100e-6, 10);
  doubtful[4].candidate.seconds = 180e-6;
  EXPECT_EQ(compare_speed(doubtful).outcome, Outcome::inconclusive);
  ComparisonRule many;
  many.candidates = 20;
  EXPECT_EQ(compare_speed(rounds_of(200e-6, 100e-6, 10), many).outcome, Outcome::inconclusive)
      << "ten of each of twenty agree by chance too often";
}

TEST(Comparison, SeveralCandidatesShareTheRisk) {
  ComparisonRule one, many;
  many.candidates = 20;
  const NoiseModel noise{"", 0.01};
  const SpeedComparison alone = simulated_comparison(noise, 1, 4, 52, one),
                        shared = simulated_comparison(noise, 1, 4, 52, many);
  EXPECT_GT(shared.time.called.high / shared.time.called.low, alone.time.called.high / alone.time.called.low);
}

TEST(Comparison, AtMostOnePercentOfEqualKernelsAreCalledDifferent) {
  for (const NoiseModel& noise : test::noise_models()) {
    const OutcomeShares shares = outcome_shares(noise, 1, 1000);
    EXPECT_LE(shares.faster + shares.slower, 0.01) << noise.name;
  }
}

TEST(Comparison, ASlowdownOfTwoPercentIsFound) {
  for (const NoiseModel& noise : test::noise_models()) {
    const OutcomeShares shares = outcome_shares(noise, 1.02, 400);
    EXPECT_GE(shares.slower, 0.95) << noise.name;
    EXPECT_EQ(shares.faster, 0) << noise.name;
    EXPECT_LE(shares.same, 0.01) << noise.name;
  }
}

TEST(Comparison, QuietEqualKernelsAreMostlyCalledSame) {
  EXPECT_GE(outcome_shares({"", 0.003}, 1, 400).same, 0.9);
}

TEST(Comparison, ADifferenceOfThreeTimesTheMarginIsNeverCalledSame) {
  EXPECT_LE(outcome_shares({"", 0.005}, 1.015, 400).same, 0.001);
}

TEST(ModelledComparison, WhatTheModelOrdersIsSaid) {
  EXPECT_EQ(compare_modelled(modelled(2e-4), modelled(1e-4)).outcome, Outcome::faster);
  EXPECT_EQ(compare_modelled(modelled(1e-4), modelled(2e-4)).outcome, Outcome::slower);
  EXPECT_EQ(compare_modelled(modelled(2e-4), modelled(1e-4)).origin, Origin::modelled);
}

TEST(ModelledComparison, WhatItDoesNotOrderIsInconclusive) {
  const SpeedComparison near = compare_modelled(modelled(1.1e-4), modelled(1e-4));
  EXPECT_EQ(near.outcome, Outcome::inconclusive);
  EXPECT_NE(near.reason.find("within 13 %"), std::string::npos);
  EXPECT_EQ(compare_modelled(modelled(1.1e-4, 0.05), modelled(1e-4, 0.05)).outcome, Outcome::faster);
}

TEST(ModelledComparison, EqualTimesAreTheSame) {
  EXPECT_EQ(compare_modelled(modelled(1e-4), modelled(1e-4)).outcome, Outcome::same);
}

TEST(ModelledComparison, NoTimeIsNoVerdict) {
  EXPECT_EQ(compare_modelled({}, modelled(1e-4)).outcome, Outcome::inconclusive);
}

}  // namespace comparison_test
}  // namespace whet
