#include "optimize/score/score.h"

#include <gtest/gtest.h>

#include <cmath>

namespace whet {
namespace score_test {

CaseComparison pair(const std::string& name, double speedup, Outcome outcome) {
  CaseComparison pair;
  pair.name = name;
  pair.comparison.outcome = outcome;
  pair.comparison.reason = "of " + name;
  pair.comparison.time = {speedup, {speedup / 1.01, speedup * 1.01, 0.95}, {speedup / 1.02, speedup * 1.02, 0.998}};
  return pair;
}

TEST(Score, CasesWeighAsTheProblemSays) {
  const std::vector<ScoredCase> cases = {{"main", 1, false}, {"odd", 0.1, false}};
  EXPECT_NEAR(overall(cases, {1.20, 0.99}), 1.179, 5e-4);
  EXPECT_NEAR(overall(cases, {2, 2}), 2, 1e-12);
}

TEST(Score, HeldOutCasesHaveNoWeight) {
  const std::vector<ScoredCase> cases = {{"main", 1, false}, {"unseen", 5, true}};
  EXPECT_NEAR(overall(cases, {1.5, 0.1}), 1.5, 1e-12);
}

TEST(Score, HeldOutCasesCountWhenThereAreNoOthers) {
  const std::vector<ScoredCase> cases = {{"a", 1, true}, {"b", 1, true}};
  EXPECT_NEAR(overall(cases, {4, 1}), 2, 1e-12);
}

TEST(Score, NothingIsWorthNothing) {
  EXPECT_EQ(overall({}, std::vector<double>{}), 0);
  EXPECT_EQ(overall({{"main", 0, false}}, {2}), 0);
}

TEST(OverallComparison, AllCasesFasterIsFaster) {
  const std::vector<ScoredCase> cases = {{"main", 1, false}, {"odd", 1, false}};
  const auto found = overall(
      cases,
      CandidateComparison{Outcome::correct, "", {pair("main", 4, Outcome::faster), pair("odd", 1.0, Outcome::same)}},
      0.01);
  EXPECT_EQ(found.outcome, Outcome::faster);
  EXPECT_NEAR(found.speedup, 2, 1e-12);
  EXPECT_NEAR(found.low, 2 / 1.01, 1e-12);
  EXPECT_NEAR(found.high, 2 * 1.01, 1e-12);
}

TEST(OverallComparison, ACaseThatBecomesSlowerCountsByItsWeight) {
  const CandidateComparison compared{
      Outcome::correct, "", {pair("main", 3, Outcome::faster), pair("small", 0.5, Outcome::slower)}};
  EXPECT_EQ(overall({{"main", 1, false}, {"small", 0.1, false}}, compared, 0.01).outcome, Outcome::faster);
  EXPECT_EQ(overall({{"main", 0.1, false}, {"small", 1, false}}, compared, 0.01).outcome, Outcome::slower);
}

TEST(OverallComparison, AHeldOutCaseThatBecomesSlowerForbidsItToo) {
  const std::vector<ScoredCase> cases = {{"main", 1, false}, {"unseen", 1, true}};
  const CandidateComparison compared{
      Outcome::correct, "", {pair("main", 3, Outcome::faster), pair("unseen", 0.5, Outcome::slower)}};
  const auto found = overall(cases, compared, 0.01);
  EXPECT_EQ(found.outcome, Outcome::slower);
  EXPECT_EQ(found.reason, "case unseen becomes slower: 0.500x");
  EXPECT_EQ(overall(cases, compared, 1).outcome, Outcome::faster) << "within the margin it may";
}

TEST(OverallComparison, SlowerSameAndUndecidedAreToldApart) {
  const std::vector<ScoredCase> cases = {{"main", 1, false}};
  const auto outcome_of = [&](double speedup, Outcome outcome) {
    return overall(cases, CandidateComparison{Outcome::correct, "", {pair("main", speedup, outcome)}}, 0.01).outcome;
  };
  EXPECT_EQ(outcome_of(0.5, Outcome::slower), Outcome::slower);
  EXPECT_EQ(outcome_of(1.0, Outcome::same), Outcome::same);
  EXPECT_EQ(outcome_of(1.05, Outcome::inconclusive), Outcome::inconclusive);
}

TEST(OverallComparison, ACandidateThatBrokeARuleHasNoSpeed) {
  const auto found =
      overall({{"main", 1, false}},
              CandidateComparison{Outcome::invalid, "wrote past its output", {pair("main", 9, Outcome::faster)}}, 0.01);
  EXPECT_EQ(found.outcome, Outcome::invalid);
  EXPECT_EQ(found.reason, "wrote past its output");
  EXPECT_EQ(found.speedup, 1);
}

TEST(NoSlower, IsWhatIsSureNotToLoseTheMargin) {
  const auto found = [](Outcome outcome, double speedup, double low) {
    return OverallComparison{outcome, "", speedup, low, speedup * 1.05};
  };
  EXPECT_TRUE(is_no_slower(found(Outcome::same, 0.999, 0.997), Origin::measured, 0.01));
  EXPECT_TRUE(is_no_slower(found(Outcome::faster, 1.1, 1.05), Origin::measured, 0.01));
  EXPECT_TRUE(is_no_slower(found(Outcome::inconclusive, 1.001, 0.995), Origin::measured, 0.01));
  EXPECT_FALSE(is_no_slower(found(Outcome::inconclusive, 1.001, 0.96), Origin::measured, 0.01)) << "nobody knows";
  EXPECT_FALSE(is_no_slower(found(Outcome::slower, 0.995, 0.993), Origin::measured, 0.01)) << "slower for sure";
  EXPECT_FALSE(is_no_slower(found(Outcome::invalid, 2, 1.9), Origin::measured, 0.01));
}

TEST(NoSlower, OfTwoModelledTimesTheFasterIsKnown) {
  EXPECT_TRUE(is_no_slower({Outcome::same, "", 1, 0.88, 1.13}, Origin::modelled, 0.01));
  EXPECT_TRUE(is_no_slower({Outcome::inconclusive, "", 1.02, 0.9, 1.15}, Origin::modelled, 0.01));
  EXPECT_TRUE(is_no_slower({Outcome::inconclusive, "", 0.997, 0.88, 1.12}, Origin::modelled, 0.01))
      << "N9: of a model that errs by 13 % that says nothing";
  EXPECT_FALSE(is_no_slower({Outcome::inconclusive, "", 0.98, 0.86, 1.10}, Origin::modelled, 0.01));
}

}  // namespace score_test
}  // namespace whet
