#include "optimize/score/run_costs.h"

#include <gtest/gtest.h>

namespace whet {
namespace run_costs_test {

CandidateVerdict verdict(double compile, double wait, double check, double time) {
  CandidateVerdict verdict;
  verdict.compile_seconds = compile;
  verdict.wait_seconds = wait;
  verdict.check_seconds = check;
  verdict.time_seconds = time;
  return verdict;
}

TEST(RunCosts, WhatIsNeitherTheCompilersNorTheJudgesIsOverhead) {
  RunCosts costs;
  costs.add(verdict(0.5, 0.5, 0.2, 0.1));
  costs.add(verdict(0.6, 0.1, 0.2, 0.1));  // compiled beside the first
  costs.compare_seconds = 0.3;
  costs.wall_seconds = 1.54;
  EXPECT_EQ(costs.candidates, 2u);
  EXPECT_DOUBLE_EQ(costs.compile_seconds, 1.1);
  EXPECT_NEAR(costs.overhead_seconds(), 0.02, 1e-12);
}

TEST(RunCosts, NoCandidateHasNoOverhead) {
  RunCosts costs;
  costs.wall_seconds = 3;
  EXPECT_EQ(costs.overhead_seconds(), 0);
}

TEST(RunCosts, ClocksThatDisagreeMakeNoNegativeOverhead) {
  RunCosts costs;
  costs.add(verdict(0, 0, 1, 0));
  costs.wall_seconds = 0.999;
  EXPECT_EQ(costs.overhead_seconds(), 0);
}

TEST(RunCosts, AreReadBackAsTheyWereWritten) {
  RunCosts costs;
  costs.add(verdict(0.5, 0.25, 0.125, 0.0625));
  costs.wall_seconds = 2;
  costs.compare_seconds = 1;
  const RunCosts again = costs_from(to_json(costs));
  EXPECT_EQ(to_json(again).dump(-1), to_json(costs).dump(-1));
  EXPECT_EQ(costs_from(Json("nonsense")).candidates, 0u);
}

}  // namespace run_costs_test
}  // namespace whet
