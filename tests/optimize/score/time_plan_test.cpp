// N8: the seconds given are those of the whole run.
#include "optimize/score/time_plan.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <random>

namespace whet {
namespace time_plan_test {

TEST(TimePlan, KeepsTimeForConfirmingBeforeAnythingIsTried) {
  TimePlan plan(60);
  plan.opened(0.5);
  EXPECT_GT(plan.confirm_seconds(), 5) << "all trials take longer than a few";
  EXPECT_GE(plan.reserve({2, 0, false}), plan.confirm_seconds());
  EXPECT_EQ(plan.next({2, 10, false}), NextStep::search);
  EXPECT_EQ(plan.next({60 - plan.reserve({2, 0, false}), 10, false}), NextStep::confirm);
}

TEST(TimePlan, GoesOnSearchingWhenConfirmingTookLessThanWasKept) {
  TimePlan plan(60);
  plan.opened(1);
  plan.judged(1);
  EXPECT_EQ(plan.next({42, 20, false}), NextStep::confirm);
  plan.confirmed(2);
  EXPECT_EQ(plan.next({44, 20, true}), NextStep::search);
}

// Candidates are screened in a tenth of a second, and all trials of large arrays take nine.
TEST(TimePlan, AFirstConfirmationMayTakeFarLongerThanCandidates) {
  TimePlan plan(20);
  plan.opened(0.3);
  for (int i = 0; i < 50; ++i) plan.judged(0.1);
  EXPECT_EQ(plan.next({9, 50, false}), NextStep::search);
  EXPECT_EQ(plan.next({11, 70, false}), NextStep::confirm);
  plan.confirmed(9);
  EXPECT_NEAR(plan.reserve({12, 70, false}), 10.2, 1e-9) << "nine, and twelve candidates for the rest";
}

// The original leads over all sizes, and a candidate at one of them: it serves that size once it is confirmed.
TEST(TimePlan, KeepsTimeForACandidateThatIsBetterAtOneSize) {
  TimePlan plan(40);
  plan.opened(0.9);
  for (int i = 0; i < 80; ++i) plan.judged(0.3);
  EXPECT_EQ(plan.next({25, 80, true}), NextStep::search);
  EXPECT_EQ(plan.next({25, 80, true, true}), NextStep::end);
  EXPECT_EQ(plan.next({19, 60, true, true}), NextStep::search);
}

// A machine with other work opened slowly: the estimate of eleven candidates is more than all there is.
TEST(TimePlan, TriesSeveralWhateverIsKept) {
  TimePlan plan(20);
  plan.opened(3);
  EXPECT_EQ(plan.next({15, 0, true}), NextStep::search);
  plan.judged(0.5);
  EXPECT_EQ(plan.next({15.5, 1, true}), NextStep::search);
  EXPECT_EQ(plan.next({15.5, 4, true}), NextStep::end);
}

TEST(TimePlan, WithNothingLeftItEnds) {
  TimePlan plan(20);
  plan.opened(3);
  EXPECT_EQ(plan.next({21, 0, true}), NextStep::end);
  EXPECT_EQ(plan.next({21, 5, false}), NextStep::end) << "nobody could confirm it in no time";
}

TEST(TimePlan, ARoundHasNoMoreCandidatesThanFit) {
  TimePlan plan(80);
  plan.opened(0.2);
  for (int i = 0; i < 4; ++i) plan.judged(2);
  EXPECT_EQ(plan.candidate_seconds(), 2);
  EXPECT_EQ(plan.room({4, 4, true}, 4), 4U);
  EXPECT_EQ(plan.room({80 - plan.reserve({0, 4, true}) - 5, 4, true}, 4), 2U);
  EXPECT_EQ(plan.room({79, 4, true}, 4), 1U) << "a round has at least one";
}

// What steps of a simulated run cost, in seconds; a clock that only they move.
struct Costs {
  double open = 1;
  std::function<double(size_t)> candidate;
  double confirm = 5;
  std::function<bool(size_t)> leads;  // whether the candidate is better than all before it
  bool holds = true;                  // leaders are confirmed
};

struct SimulatedRun {
  double seconds = 0;
  size_t tried = 0;
  bool was_cut = false;
};

// The optimizer's loop, a candidate at a time.
SimulatedRun simulate(double budget, const Costs& costs) {
  TimePlan plan(budget);
  SimulatedRun run;
  run.seconds = costs.open;
  plan.opened(costs.open / 2);
  bool is_confirmed = true;
  const auto spend = [&](double cost) {
    const double left = std::max(0.0, plan.deadline() - run.seconds);
    run.was_cut = cost > left;
    run.seconds += std::min(cost, left);
    return !run.was_cut;
  };
  for (int step = 0; step < 1'000'000; ++step) {
    const NextStep next = plan.next({run.seconds, run.tried, is_confirmed});
    if (next == NextStep::end) return run;
    if (next == NextStep::confirm) {
      if (!spend(costs.confirm)) return run;
      plan.confirmed(costs.confirm);
      is_confirmed = true;
      continue;
    }
    const double cost = costs.candidate(run.tried);
    if (!spend(cost)) return run;
    plan.judged(cost);
    if (costs.leads(run.tried++)) is_confirmed = false;
  }
  ADD_FAILURE() << "it does not end";
  return run;
}

TEST(TimePlan, ARunTakesTheTimeItWasGivenWhateverItsStepsCost) {
  std::mt19937_64 random(7);
  const auto number = [&](double low, double high) {  // evenly in its logarithm
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
  };
  for (int i = 0; i < 3000; ++i) {
    const double budget = number(5, 600);
    Costs costs;
    costs.open = number(0.005, 0.9) * budget;
    costs.confirm = number(0.005, 3) * budget;
    const double usual = number(0.001, 0.5) * budget, wild = number(1, 30), late = number(0.1, 10);
    const size_t change = random() % 20, kind = random() % 4, every = 1 + random() % 40;
    costs.candidate = [=](size_t at) {
      if (kind == 1) return at % 5 == 4 ? usual * wild : usual;   // some hang
      if (kind == 2) return at >= change ? usual * late : usual;  // the machine gets busy, or free
      if (kind == 3) return at % 2 == 0 ? usual : usual / 50;     // half do not compile
      return usual;
    };
    costs.leads = [=](size_t at) { return at % every == 0; };
    const SimulatedRun run = simulate(budget, costs);
    const std::string shape = fmt::format("run {}: {} s, open {}, candidate {} of kind {}, confirm {}", i, budget,
                                          costs.open, usual, kind, costs.confirm);
    EXPECT_GE(run.seconds, 0.7 * budget) << shape;
    EXPECT_LE(run.seconds, 1.15 * budget) << shape;
    const bool had_time = kind != 1 && costs.open + 5 * usual * std::max(1.0, late) < 0.7 * budget;
    EXPECT_GE(run.tried, had_time ? 4U : 0U) << shape;
  }
}

}  // namespace time_plan_test
}  // namespace whet
