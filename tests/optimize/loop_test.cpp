// The loop as a whole: when it ends, what it takes back, what it makes of several sizes, what it leaves in the store.
#include "loop_fixture.h"

namespace whet {
namespace loop_test {

using test::ScriptedProposer;
using Values = ScriptedProposer::Values;
using store::PartVerdict;

class Loop : public test::LoopTest {};

const Values k_usual = {{"A", 1}, {"B", 1}};
const Values k_both = {{"A", 2}, {"B", 2}};

TEST_F(Loop, AnOriginalAtTheCeilingEndsAtOnce) {
  write_problem("A == 1 ? 1 : 0");
  settings_.enough_share = 1e-6;  // so little that it is there
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  EXPECT_EQ(result.end, OptimizeEnd::nothing_gained);
  EXPECT_EQ(result.candidates, 0u);
  EXPECT_EQ(proposer.asked, 0u) << "nobody is asked for candidates";
  EXPECT_NE(result.reason.find("of the ceiling"), std::string::npos) << result.reason;
  EXPECT_TRUE(result.reason.ends_with("already")) << result.reason;
  EXPECT_EQ(result.champion.proposal, Proposal{});
  EXPECT_EQ(store_->run(run_.id)->stop_reason, result.reason);
}

TEST_F(Loop, AProposerThatWorksByAPlanGetsItOnceBeforeItIsAsked) {
  write_problem("A == 1 ? 1000 : 20");
  open_run();
  ScriptedProposer proposer(k_usual, {k_both});
  proposer.wants_plan = true;
  SearchServices services = this->services(proposer);
  services.orders = [&] {
    EXPECT_EQ(proposer.asked, 0u);
    return Orders{make_plan({}, {{"bound.memory", 1}})};
  };
  ASSERT_TRUE(SearchLoop(settings_, problem_, run_, services).run(problem_.file));
  ASSERT_EQ(proposer.taken.size(), 1u);
  ASSERT_TRUE(proposer.taken.front().plan);
  EXPECT_EQ(proposer.taken.front().plan->budget.binding(), Axis::memory);
  EXPECT_GT(proposer.asked, 0u);
}

TEST_F(Loop, NoPlanIsMadeForAProposerThatMeasures) {
  write_problem("A == 1 ? 1000 : 20");
  open_run();
  ScriptedProposer proposer(k_usual, {k_both});
  SearchServices services = this->services(proposer);
  services.orders = [] {
    ADD_FAILURE() << "it takes seconds";
    return Orders{};
  };
  ASSERT_TRUE(SearchLoop(settings_, problem_, run_, services).run(problem_.file));
  EXPECT_TRUE(proposer.taken.empty());
}

// The first candidate is fast enough; what comes after it is not tried.
TEST_F(Loop, AProposerHearsEveryVerdictInWordsAndWhoLeads) {
  write_problem("A == 1 ? 1000 : B == 1 ? 500 : 20");
  settings_.batch = 1;
  settings_.enough_share = 1;
  ScriptedProposer proposer(k_usual,
                            {{{"A", 1}, {"B", 2}}, {{"A", 2}, {"B", 1}}, {{"A", 2}, {"B", 2}}, {{"A", 3}, {"B", 2}}});
  optimize(proposer);
  ASSERT_GE(proposer.heard.size(), 3u);
  EXPECT_EQ(proposer.heard[1].word, "correct");
  ASSERT_TRUE(proposer.heard[1].speedup);
  EXPECT_GT(*proposer.heard[1].speedup, 1.2);
  ASSERT_EQ(proposer.leaders.size(), 2u) << "one for each new leader, before the next round";
  EXPECT_EQ(proposer.leaders[0].first.at("B"), 1);
  EXPECT_EQ(proposer.leaders[1].first.at("B"), 2);
  EXPECT_GT(proposer.leaders[1].second, 1.2) << "over the leader before";
}

TEST_F(Loop, AChampionAtItsTargetEndsTheSearch) {
  write_problem("A == 1 ? 20000 : 20");
  settings_.batch = 1;
  settings_.enough_share = 0.3;
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}, {{"A", 2}, {"B", 2}}});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.candidates, 1u);
  EXPECT_TRUE(result.reason.ends_with("is reached")) << result.reason;
  ASSERT_TRUE(result.reach.known());
  EXPECT_GE(result.reached, 0.3);
  EXPECT_EQ(result.target, 0.3);
}

TEST_F(Loop, BelowItsTargetTheSearchGoesOn) {
  write_problem("A == 1 ? 20000 : 20");
  settings_.batch = 1;
  settings_.enough_share = 1;
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}, {{"A", 2}, {"B", 2}}});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.candidates, 2u);
  EXPECT_LT(result.reached, 1);
}

// The fastest is right on the data of screening alone: it is wrong where neighbours are equal. The next best takes its
// place.
TEST_F(Loop, AChampionThatIsWrongOnFreshDataIsFollowedByTheNextBest) {
  write_problem("A == 2 ? 20 : B == 2 ? 400 : 2000");
  std::string text = files_.read(directory_.path("twice.cu")).value();
  const std::string right = "2 * in[i];";
  text.replace(text.find(right), right.size(), "(A == 2 && n > 1 && in[i] == in[(i + 1) % n] ? 3 : 2) * in[i];");
  write("twice.cu", text);
  problem_ = load_problem(directory_.path(), files_).value();
  open_run();
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}, {{"A", 1}, {"B", 2}}});
  SearchServices services = this->services(proposer);
  int confirmed = 0;
  services.progress = [&](const SearchProgress& now) { confirmed += now.now.starts_with("confirming the champion"); };
  const auto result = SearchLoop(settings_, problem_, run_, services).run(problem_.file);
  ASSERT_TRUE(result) << describe(result.error());
  EXPECT_EQ(confirmed, 2);
  EXPECT_EQ(result->end, OptimizeEnd::faster) << result->reason;
  EXPECT_EQ(result->champion.proposal.tunables.at("B"), 2) << describe(result->champion.proposal);
  EXPECT_EQ(result->reason.find("wrong"), std::string::npos) << result->reason;
}

TEST_F(Loop, AChangeThatBringsNothingIsTakenBack) {
  write_problem("A == 1 ? 1000 : 20");
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, (Values{{"A", 2}, {"B", 1}}));
  EXPECT_EQ(result.taken_back, std::vector<std::string>{"B 1 -> 2"});
  EXPECT_EQ(result.simplification, "1 change taken back: it brought nothing");
  EXPECT_GT(result.comparison.low, 1) << "confirmed against the original, too";
  EXPECT_EQ(store_->run(run_.id)->champion, result.champion.id);
  EXPECT_EQ(verdicts(), (std::map<std::string, PartVerdict>{{"A 1 -> 2", PartVerdict::effective}}));
}

// N9: each is worth nothing alone; one of them is enough.
TEST_F(Loop, N9OfChangesThatStandInForEachOtherOneStays) {
  write_problem("A == 1 && B == 1 ? 1000 : 20");  // either alone would do
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, (Values{{"A", 1}, {"B", 2}})) << "without both it would be slower";
  EXPECT_EQ(result.taken_back, std::vector<std::string>{"A 1 -> 2"});
  EXPECT_EQ(result.simplification, "1 change taken back: it brought nothing");
  EXPECT_EQ(verdicts(), (std::map<std::string, PartVerdict>{{"B 1 -> 2", PartVerdict::effective}}));
}

// N9: half a percent, as modelled by a model that errs by more, is nothing.
TEST_F(Loop, N9WhatAModelSaysIsNextToNothingIsTakenBack) {
  write_problem("(A == 1 ? 8000 : 1600) + (B == 1 ? 8 : 0)");
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, (Values{{"A", 2}, {"B", 1}}));
  EXPECT_EQ(result.taken_back, std::vector<std::string>{"B 1 -> 2"});
}

// N8: a round is cut short between two candidates when the time for it is over.
TEST_F(Loop, N8ARoundEndsWhenItsTimeIsUp) {
  write_problem("A == 1 ? 1000 : 20");
  settings_.most_seconds = 1e5;
  late_when_ = "round 1: 1 of 2";
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}, k_both});
  const OptimizeResult result = optimize(proposer);
  EXPECT_EQ(result.candidates, 1u);
  EXPECT_EQ(result.reason, "the time given, 100000 s, was used up");
  EXPECT_EQ(result.end, OptimizeEnd::faster) << "what was found is confirmed all the same";
}

// N8: what the time does not allow is left out, and told.
TEST_F(Loop, N8WithoutTimeTheChampionIsConfirmedAndTheRestIsLeftOut) {
  write_problem("A == 1 ? 1000 : 20");
  settings_.most_seconds = 1e5;
  late_when_ = "confirming";
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, k_both) << "confirmed, not taken apart";
  EXPECT_EQ(result.dropped, std::vector<std::string>{"what 2 of 2 changes are worth"});
}

TEST_F(Loop, AChangeThatHurtsIsTakenBackAndTheChampionIsFaster) {
  write_problem("(A == 1 ? 1000 : 20) * (B == 1 ? 1 : 8)");
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, (Values{{"A", 2}, {"B", 1}}));
  const RunCandidate& both = *ledger_->candidates()[1];
  EXPECT_LT(result.champion_seconds, 0.8 * both.verdict->timings.front().seconds);
}

TEST_F(Loop, WhatTheModelCannotOrderIsUndecidedAndStays) {
  write_problem("(A == 1 ? 4000 : 400) + (B == 1 ? 16 : 0) + (n & 1)");
  ScriptedProposer proposer(k_usual, {k_both});
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, k_both);
  EXPECT_EQ(verdicts().at("B 1 -> 2"), PartVerdict::undecided);
  EXPECT_EQ(result.simplification, "");
}

TEST_F(Loop, NothingIsTakenBackThatAConstraintForbids) {
  write_problem("A == 1 ? 1000 : 20");
  ScriptedProposer proposer(k_usual, {k_both});
  proposer.refuses = [](const Values& values) { return values.at("A") != values.at("B"); };
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, k_both);
  const auto record = store_->candidate_record(result.champion.id);
  ASSERT_EQ(record->attributions.size(), 2u);
  EXPECT_EQ(record->attributions[1].evidence, "without it a constraint is broken");
}

TEST_F(Loop, ACandidateThatLosesAtACaseOfLittleWeightLeads) {
  write_problem("A == 1 ? 1000 : n > 100 ? 20 : 4000", "[[case]]\nname = \"small\"\nweight = 0.1\ndims = { n = 64 }\n");
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}});
  const OptimizeResult result = optimize(proposer);
  EXPECT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.champion.proposal.tunables, (ScriptedProposer::Values{{"A", 2}, {"B", 1}}));
}

// The candidate is far slower at the first size, where it used to be left.
TEST_F(Loop, ACandidateThatIsBestAtALaterSizeServesIt) {
  write_problem("A == 1 ? 512 : n", "[[case]]\nname = \"small\"\ndims = { n = 64 }\n", 2048);
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}});
  const OptimizeResult result = optimize(proposer);
  EXPECT_EQ(result.end, OptimizeEnd::faster_by_size) << result.reason;
  ASSERT_TRUE(result.dispatch);
  EXPECT_GT(result.dispatch->gain.low, 1);
  ASSERT_EQ(result.dispatch->cases.size(), 2u);
  EXPECT_TRUE(result.dispatch->cases[0].falls_back);
  EXPECT_EQ(result.dispatch->cases[1].variant, "A=2 B=1");
  EXPECT_EQ(result.champion.proposal, Proposal{}) << "no single kernel is better everywhere";
}

// Nothing else was confirmed, so nothing else needs the time.
TEST_F(Loop, ACandidateThatIsBestAtALaterSizeIsTriedHoweverLittleTimeIsLeft) {
  write_problem("A == 1 ? 512 : n", "[[case]]\nname = \"small\"\ndims = { n = 64 }\n", 2048);
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}});
  late_when_ = "round 1: 1 of 1";
  const OptimizeResult result = optimize(proposer);
  EXPECT_EQ(result.end, OptimizeEnd::faster_by_size) << result.reason;
  EXPECT_EQ(result.dropped, std::vector<std::string>{});
}

// The confirmation has compared the two at each size, so a run whose time is up knows them too.
TEST_F(Loop, TheOriginalServesTheSizesAtWhichTheChampionIsSlower) {
  write_problem("A == 1 ? (n > 100 ? 4000 : 20) : 400", "[[case]]\nname = \"small\"\ndims = { n = 64 }\n", 2048);
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}});
  late_when_ = "confirming";
  const OptimizeResult result = optimize(proposer);
  ASSERT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  ASSERT_TRUE(result.dispatch);
  ASSERT_EQ(result.dispatch->cases.size(), 2u);
  EXPECT_TRUE(result.dispatch->cases[0].falls_back);
  EXPECT_EQ(result.dispatch->cases[1].variant, "the original");
  EXPECT_GT(result.dispatch->cases[1].gain.low, 2);
}

TEST_F(Loop, WhatWasTriedIsCountedInItsCosts) {
  write_problem("A == 1 ? 1000 : 20");
  ScriptedProposer proposer(k_usual, {{{"A", 1}, {"B", 2}}, k_both, {{"A", 2}, {"B", 1}}});
  const OptimizeResult result = optimize(proposer);
  EXPECT_EQ(result.costs.candidates, 3u);
  EXPECT_GT(result.costs.wall_seconds, result.costs.judge_seconds + result.costs.waited_seconds);
  EXPECT_GT(result.costs.judge_seconds, 0);
  EXPECT_LT(result.costs.overhead_seconds(), 1);
}

// Every step of the second process is looked at: who led is never forgotten, not even for a moment.
TEST_F(Loop, ARunThatGoesOnKeepsItsChampionAllTheWay) {
  write_problem("A == 1 ? 1000 : B == 1 ? 200 : 20");
  settings_.batch = 1;
  open_run();
  {
    ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}, k_both});
    SearchServices stopped = services(proposer);
    stopped.interrupted = [&] { return ledger_->candidates().size() > 2; };  // after the second
    SearchLoop optimizer(settings_, problem_, run_, stopped);
    const auto result = optimizer.run(problem_.file);
    ASSERT_TRUE(result) << describe(result.error());
    ASSERT_EQ(result->end, OptimizeEnd::stopped);
  }
  const auto champion = store_->run(run_.id)->champion;
  ASSERT_TRUE(champion && *champion == ledger_->candidates()[2]->id) << "the best so far, though not confirmed";
  open_run();
  ScriptedProposer proposer(k_usual, {{{"A", 2}, {"B", 1}}, k_both});
  SearchServices watched = services(proposer);
  size_t steps = 0;
  watched.progress = [&](const SearchProgress&) {
    ++steps;
    EXPECT_EQ(store_->run(run_.id)->champion, champion);
  };
  SearchLoop optimizer(settings_, problem_, run_, watched);
  const auto result = optimizer.run(problem_.file);
  ASSERT_TRUE(result) << describe(result.error());
  EXPECT_EQ(result->end, OptimizeEnd::faster);
  EXPECT_GT(steps, 3u);
}

TEST_F(Loop, WhatWasFoundBeforeTheTimeWasUpIsNotLostByAResume) {
  write_problem("A == 1 ? 1000 : 20");
  settings_.batch = 1;
  open_run();
  ScriptedProposer first(k_usual, {{{"A", 2}, {"B", 1}}, k_both});
  SearchServices stopped = services(first);
  stopped.interrupted = [&] { return ledger_->candidates().size() > 1; };
  ASSERT_EQ(SearchLoop(settings_, problem_, run_, stopped).run(problem_.file)->end, OptimizeEnd::stopped);
  open_run();
  settings_.most_seconds = 1e-9;  // long gone
  ScriptedProposer second(k_usual, {{{"A", 2}, {"B", 1}}, k_both});
  const OptimizeResult result = optimize(second);
  EXPECT_EQ(result.end, OptimizeEnd::faster) << result.reason;
  EXPECT_EQ(result.candidates, 1u) << "no round is added";
  EXPECT_NE(result.reason.find("was used up"), std::string::npos) << result.reason;
}

TEST_F(Loop, OpeningARunLeavesItsChampionAlone) {
  write_problem("A == 1 ? 1000 : 20");
  open_run();
  store::CandidateId better = 0;
  {
    ActiveRun active(settings_, problem_, run_, run_services());
    ASSERT_TRUE(active.open(problem_.file));
    RunCandidate* const candidate = *ledger_->candidate({{}, {}, k_both, {}, {}}, 1);
    ASSERT_TRUE(active.contest().judge({candidate}));
    ASSERT_TRUE(active.set_leader(*candidate));
    better = candidate->id;
  }
  ASSERT_TRUE(store_->pause_run(run_.id));
  open_run();
  ActiveRun again(settings_, problem_, run_, run_services());
  ASSERT_TRUE(again.open(problem_.file));
  EXPECT_EQ(store_->run(run_.id)->champion, better);
}

}  // namespace loop_test
}  // namespace whet
