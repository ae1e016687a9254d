// The dispatch of a run, from the verdicts of its candidates.
#include "optimize/run_dispatch.h"

#include <gtest/gtest.h>

namespace whet {
namespace {

ResolvedCase case_of(const std::string& name, int64_t n) {
  ResolvedCase resolved;
  resolved.name = name;
  resolved.dims = {{"n", n}};
  return resolved;
}

ArchivedCandidate candidate(int index, std::map<std::string, int64_t> tunables, const std::vector<double>& seconds,
                            Outcome outcome = Outcome::correct) {
  ArchivedCandidate made;
  made.index = index;
  made.proposal.tunables = std::move(tunables);
  made.verdict = WorkerVerdict{};
  made.verdict->outcome = outcome;
  for (const double each : seconds) made.verdict->timings.push_back({"case", {}, each});
  return made;
}

class RunDispatchTest : public testing::Test {
 protected:
  RunDispatchTest() {
    run_.kernel = "scale";
    run_.cases = {case_of("small", 100), case_of("large", 1'000'000)};
    run_.architecture = 90;
    run_.standard.tunables = {{"BLOCK", 128}, {"TILE", 1}};
  }
  std::optional<RunDispatch> dispatch(const std::vector<ArchivedCandidate>& candidates) {
    std::vector<const ArchivedCandidate*> all;
    for (const ArchivedCandidate& each : candidates) all.push_back(&each);
    return dispatch_of(run_, all);
  }
  DispatchedRun run_;
};

TEST_F(RunDispatchTest, SizesThatPreferOtherNumbersGetThem) {
  const auto found = dispatch({candidate(0, {}, {2e-6, 80e-6}), candidate(1, {{"TILE", 4}}, {4e-6, 40e-6})});
  ASSERT_TRUE(found);
  EXPECT_GT(found->gain, 1.4);
  EXPECT_NE(found->header.find("if (sizes.n <= 10000) return Variant::v0;"), std::string::npos) << found->header;
  EXPECT_NE(found->header.find("case Variant::v1: return {128, 4};"), std::string::npos)
      << "BLOCK stays the original's";
  EXPECT_NE(found->header.find("modelled, screened"), std::string::npos);
}

TEST_F(RunDispatchTest, WhatIsWrongOrWasLeftEarlyIsNotChosenUnseen) {
  EXPECT_FALSE(dispatch({candidate(0, {}, {2e-6, 80e-6}), candidate(1, {{"TILE", 4}}, {1e-6, 1e-6}, Outcome::wrong),
                         candidate(2, {{"TILE", 8}}, {3e-6})}));
}

TEST_F(RunDispatchTest, OneCaseNeedsNoTable) {
  run_.cases.pop_back();
  EXPECT_FALSE(dispatch({candidate(0, {}, {2e-6}), candidate(1, {{"TILE", 4}}, {1e-6})}));
}

TEST_F(RunDispatchTest, NothingTimedGivesNothing) {
  EXPECT_FALSE(dispatch({candidate(0, {}, {}, Outcome::failed)}));
}

}  // namespace
}  // namespace whet
