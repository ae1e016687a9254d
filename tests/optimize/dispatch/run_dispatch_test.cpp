// The dispatch of a run: what screening suggests, and what of it fresh data leave.
#include "optimize/dispatch/run_dispatch.h"

#include <gtest/gtest.h>

#include <cmath>

namespace whet {
namespace run_dispatch_test {

ResolvedCase case_of(const std::string& name, int64_t n) {
  ResolvedCase resolved;
  resolved.name = name;
  resolved.dims = {{"n", n}};
  return resolved;
}

CaseComparison pair(double speedup, Outcome outcome) {
  CaseComparison pair;
  pair.comparison.outcome = outcome;
  pair.comparison.time = {speedup, {speedup / 1.02, speedup * 1.02, 0.95}, {speedup / 1.03, speedup * 1.03, 0.998}};
  return pair;
}

class RunDispatchTest : public testing::Test {
 protected:
  RunDispatchTest() {
    run_.kernel = "scale";
    run_.cases = {case_of("small", 100), case_of("large", 1'000'000)};
    run_.architecture = 90;
    run_.standard.tunables = {{"BLOCK", 128}, {"TILE", 1}};
  }

  void add(std::map<std::string, int64_t> tunables, const std::vector<double>& seconds,
           Outcome outcome = Outcome::correct) {
    auto made = std::make_unique<RunCandidate>();
    made->index = static_cast<int>(candidates_.size()) + 1;
    made->proposal.tunables = std::move(tunables);
    made->verdict = CandidateVerdict{};
    made->verdict->outcome = outcome;
    for (const double each : seconds) made->verdict->timings.push_back({"case", {}, each});
    all_.push_back(made.get());
    candidates_.push_back(std::move(made));
  }

  std::optional<RunDispatch> confirmed(std::vector<CaseComparison> cases) {
    return dispatch_of(run_, all_, {{1, {Outcome::correct, "", std::move(cases)}}});
  }

  DispatchedRun run_;
  std::vector<std::unique_ptr<RunCandidate>> candidates_;
  std::vector<RunCandidate*> all_;
};

TEST_F(RunDispatchTest, ScreeningSuggestsWhoIsBetterThanTheChampionSomewhere) {
  add({}, {2e-6, 80e-6});
  add({{"TILE", 4}}, {4e-6, 40e-6});
  add({{"TILE", 8}}, {4e-6, 60e-6});
  add({{"TILE", 16}}, {1e-6, 1e-6}, Outcome::wrong);
  EXPECT_EQ(suggested(run_, all_), std::vector<size_t>{1});
  run_.fallback = 2;  // another champion asks for another table; the original needs no suggestion
  EXPECT_EQ(suggested(run_, all_), std::vector<size_t>{1});
  run_.original = 1;
  EXPECT_EQ(suggested(run_, all_), std::vector<size_t>{0});
}

TEST_F(RunDispatchTest, WhatBringsMostIsSuggestedFirst) {
  run_.cases.push_back(case_of("middle", 10'000));
  add({}, {2e-6, 80e-6, 8e-6});
  add({{"TILE", 4}}, {1.5e-6, 90e-6, 8e-6});
  add({{"TILE", 8}}, {4e-6, 20e-6, 4e-6});
  EXPECT_EQ(suggested(run_, all_), (std::vector<size_t>{2, 1}));
}

TEST_F(RunDispatchTest, OneCaseNeedsNoTable) {
  run_.cases.pop_back();
  add({}, {2e-6});
  add({{"TILE", 4}}, {1e-6});
  EXPECT_TRUE(suggested(run_, all_).empty());
}

TEST_F(RunDispatchTest, NothingTimedSuggestsNothing) {
  add({}, {}, Outcome::failed);
  add({{"TILE", 4}}, {2e-6});  // at the first case alone
  EXPECT_TRUE(suggested(run_, all_).empty());
}

TEST_F(RunDispatchTest, WhatFreshDataConfirmIsHandedOutWithItsGain) {
  add({}, {2e-6, 80e-6});
  add({{"TILE", 4}}, {4e-6, 40e-6});
  const auto found = confirmed({pair(0.5, Outcome::slower), pair(1.8, Outcome::faster)});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->gain.value, std::sqrt(1.8), 1e-9) << "of the comparison, not of screening";
  EXPECT_NEAR(found->gain.low, std::sqrt(1.8 / 1.02), 1e-9);
  EXPECT_EQ(found->fallback, "the original");
  EXPECT_EQ(found->by, "by n");
  ASSERT_EQ(found->cases.size(), 2u);
  EXPECT_TRUE(found->cases[0].falls_back);
  EXPECT_FALSE(found->cases[1].falls_back);
  EXPECT_EQ(found->cases[1].variant, "TILE=4");
  EXPECT_NE(found->header.find("if (sizes.n <= 10000) return Variant::v0;"), std::string::npos) << found->header;
  EXPECT_NE(found->header.find("case Variant::v1: return {128, 4};"), std::string::npos)
      << "BLOCK stays the original's";
  EXPECT_NE(found->header.find("modelled, confirmed times"), std::string::npos) << found->header;
  const auto again = dispatch_from(stored_json(*found));
  ASSERT_TRUE(again);
  EXPECT_EQ(stored_json(*again).dump(-1), stored_json(*found).dump(-1));
}

TEST_F(RunDispatchTest, TheTableNamesTheFilesOfItsCandidates) {
  add({}, {2e-6, 80e-6});
  add({{"TILE", 4}}, {4e-6, 40e-6});
  candidates_[1]->id = 77;
  const auto found = confirmed({pair(0.5, Outcome::slower), pair(1.8, Outcome::faster)});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->table,
            "architecture = 90\notherwise = \"original\"\ntimes = \"modelled, confirmed\"\nby = \"n\"\n\n"
            "[[row]]\nup_to = 10000\nkernel = \"original\"\n\n[[row]]\nkernel = \"dispatch_002.cu\"\n");
  ASSERT_EQ(found->kernels.size(), 1u);
  EXPECT_EQ(found->kernels[0].file, "dispatch_002.cu");
  EXPECT_EQ(found->kernels[0].candidate, 77);
}

TEST_F(RunDispatchTest, AChampionThatIsNotTheOriginalServesOtherDevices) {
  add({}, {2e-6, 80e-6});
  add({{"TILE", 4}}, {4e-6, 40e-6});
  run_.fallback = 1;
  const auto found =
      dispatch_of(run_, all_, {{0, {Outcome::correct, "", {pair(2, Outcome::faster), pair(0.5, Outcome::slower)}}}});
  ASSERT_TRUE(found);
  EXPECT_NE(found->table.find("otherwise = \"dispatch_002.cu\"\n"), std::string::npos) << found->table;
}

TEST_F(RunDispatchTest, AGainThatIsNotSureIsNone) {
  add({}, {2e-6, 80e-6});
  add({{"TILE", 4}}, {4e-6, 40e-6});
  EXPECT_FALSE(confirmed({pair(0.5, Outcome::slower), pair(1.8, Outcome::inconclusive)}));
  EXPECT_FALSE(confirmed({pair(0.5, Outcome::slower), pair(0.9, Outcome::slower)}));
  EXPECT_FALSE(dispatch_of(run_, all_, {})) << "nobody was right on fresh data";
}

TEST_F(RunDispatchTest, ATableThatWouldLoseAtAHeldOutSizeIsNotHandedOut) {
  run_.cases.push_back(case_of("unseen", 900'000));
  run_.cases.back().held_out = true;
  add({}, {2e-6, 80e-6, 70e-6});
  add({{"TILE", 4}}, {4e-6, 40e-6, 90e-6});
  EXPECT_FALSE(confirmed({pair(0.5, Outcome::slower), pair(1.8, Outcome::faster), pair(0.8, Outcome::slower)}));
}

TEST(RunDispatch, WhatIsNoneIsNotRead) {
  EXPECT_FALSE(dispatch_from(Json()));
  EXPECT_FALSE(dispatch_from(Json::Object{{"gain", 1.5}}));
  EXPECT_FALSE(dispatch_from(Json::Object{{"gain", "much"}, {"cases", Json::array()}}));
}

}  // namespace run_dispatch_test
}  // namespace whet
