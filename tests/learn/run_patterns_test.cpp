#include "learn/run_patterns.h"

#include "learn/evidence.h"
#include "pattern_fixture.h"

namespace whet::learn {
namespace run_patterns_test {

using store::PatternKind;
using test::written_pattern;

store::Candidate candidate(store::CandidateId id, const std::string& memo, double seconds,
                           const std::string& outcome = "correct") {
  store::Candidate made;
  made.id = id;
  made.index = static_cast<int>(id);
  made.memo = memo;
  made.outcome = outcome;
  made.seconds = seconds;
  return made;
}

// A run of a row sum: the original, two written kernels and an edit; the second written one is the champion, 3x.
FinishedRun run_of(const std::string& champion_memo = "written: rows kThreads=256 kVector=4") {
  FinishedRun run;
  run.subject = written_pattern().subject;
  run.architecture = "sm_90";
  run.bottleneck = "DRAM";
  run.record.run.gpu = "NVIDIA H200";
  run.record.run.origin = store::TimeOrigin::measured;
  run.record.run.baseline = 1;
  run.record.run.champion = 3;
  run.record.candidates = {candidate(1, "", 9), candidate(2, "written: rows kThreads=128 kVector=4", 4),
                           candidate(3, champion_memo, 3, "faster"), candidate(4, "edited: restrict", 8.9)};
  run.is_confirmed = true;
  run.gain = {3, 2.8, 3.2};
  return run;
}

std::vector<std::string> texts(const RunTeaching& teaching) {
  std::vector<std::string> list;
  for (const ChangedPattern& each : teaching.changed)
    list.push_back(std::string(name_of(each.change)) + ": " + std::string(store::name_of(each.pattern.kind)) + " " +
                   each.pattern.tried);
  return list;
}

TEST(RunPatterns, AConfirmedChampionIsLearned) {
  const RunTeaching teaching = teach(run_of(), {});
  EXPECT_EQ(texts(teaching), std::vector<std::string>{"learned: written rows kThreads=256 kVector=4"});
  const store::Pattern& pattern = teaching.changed.front().pattern;
  EXPECT_TRUE(pattern.is_same(written_pattern()));
  EXPECT_EQ(pattern.bottleneck, "DRAM");
  EXPECT_EQ(pattern.effect.low, 2.8);
  EXPECT_EQ(teaching.nothing, "");
}

TEST(RunPatterns, NothingIsLearnedFromWhatWasNotConfirmed) {
  FinishedRun run = run_of();
  run.is_confirmed = false;
  const RunTeaching teaching = teach(run, {});
  EXPECT_TRUE(teaching.changed.empty());
  EXPECT_EQ(teaching.nothing, "no gain was confirmed");
}

TEST(RunPatterns, ARunThatDoesNotSayWhatItsKernelIsTeachesNothing) {
  FinishedRun run = run_of();
  run.subject.reset();
  EXPECT_NE(teach(run, {written_pattern()}).nothing.find("older whet"), std::string::npos);
  EXPECT_TRUE(teach(run, {written_pattern()}).changed.empty());
}

TEST(RunPatterns, WhatIsKnownIsConfirmedAgainWithTheNewEffect) {
  FinishedRun run = run_of();
  run.gain = {4, 3.5, 4.5};
  const RunTeaching teaching = teach(run, {written_pattern()});
  ASSERT_EQ(texts(teaching), std::vector<std::string>{"confirmed: written rows kThreads=256 kVector=4"});
  EXPECT_GT(weight_of(teaching.changed.front().pattern), weight_of(written_pattern()));
  EXPECT_EQ(teaching.changed.front().pattern.effect.value, 4);
}

TEST(RunPatterns, WhatWasTriedAndBroughtNothingLosesWeight) {
  const store::Pattern other = written_pattern("rows kThreads=128 kVector=4");
  const RunTeaching teaching = teach(run_of(), {other});
  ASSERT_EQ(teaching.changed.size(), 2u);
  EXPECT_EQ(teaching.changed[0].change, PatternChange::missed);
  EXPECT_LT(weight_of(teaching.changed[0].pattern), weight_of(other));
}

TEST(RunPatterns, ARunWithoutGainTakesFromWhatItTried) {
  FinishedRun run = run_of();
  run.is_confirmed = false;
  const RunTeaching teaching = teach(run, {written_pattern()});
  ASSERT_EQ(teaching.changed.size(), 1u);
  EXPECT_EQ(teaching.changed[0].change, PatternChange::missed);
}

TEST(RunPatterns, AsGoodAsTheChampionIsNoMiss) {
  FinishedRun run = run_of();
  run.record.candidates[1].seconds = 3.02;
  const RunTeaching teaching = teach(run, {written_pattern("rows kThreads=128 kVector=4")});
  EXPECT_EQ(teaching.changed[0].change, PatternChange::confirmed);
}

TEST(RunPatterns, WrongIsAMissHoweverFast) {
  FinishedRun run = run_of();
  run.record.candidates[1].seconds = 0.1;
  run.record.candidates[1].outcome = "wrong";
  const RunTeaching teaching = teach(run, {written_pattern("rows kThreads=128 kVector=4")});
  EXPECT_EQ(teaching.changed[0].change, PatternChange::missed);
}

TEST(RunPatterns, ThePatternThatGaveACandidateOfOtherNumbersIsJudgedByIt) {
  store::Pattern pattern = written_pattern("rows kThreads=100 kVector=4");
  pattern.id = 7;
  FinishedRun run = run_of();
  EXPECT_EQ(texts(teach(run, {pattern})).size(), 1u) << "it was not tried";
  run.started = {{7, "written: rows kThreads=128 kVector=4"}};
  EXPECT_EQ(texts(teach(run, {pattern})).front(), "no gain: written rows kThreads=100 kVector=4");
}

TEST(RunPatterns, ModelledRunsDoNotTouchMeasuredPatterns) {
  FinishedRun run = run_of();
  run.record.run.origin = store::TimeOrigin::modelled;
  const RunTeaching teaching = teach(run, {written_pattern()});
  EXPECT_EQ(texts(teaching), std::vector<std::string>{"learned: written rows kThreads=256 kVector=4"});
  EXPECT_EQ(teaching.changed.front().pattern.place.origin, store::TimeOrigin::modelled);
}

TEST(RunPatterns, EditsAndTheirMethodsAreLearnedWithWhatEachBrought) {
  FinishedRun run = run_of("edited: restrict + coarsen 4");
  run.record.candidates[2].methods = {"memory.cache_and_readonly", "compute.coarsening", "memory.lost"};
  store::Attribution effective;
  effective.candidate = 3;
  effective.name = "memory.cache_and_readonly";
  effective.speedup = store::Speedup{1.5, 1.4, 1.6};
  store::Attribution useless = effective;
  useless.name = "memory.lost";
  useless.verdict = store::PartVerdict::ineffective;
  run.record.attributions = {effective, useless};
  const RunTeaching teaching = teach(run, {});
  EXPECT_EQ(texts(teaching), (std::vector<std::string>{"learned: edited restrict + coarsen 4",
                                                       "learned: method memory.cache_and_readonly",
                                                       "learned: method compute.coarsening"}));
  EXPECT_EQ(teaching.changed[1].pattern.effect.value, 1.5);
  EXPECT_EQ(teaching.changed[2].pattern.effect.value, 3) << "nobody took it out";
}

TEST(RunPatterns, OnlyNumbersThatEveryKernelHasAndThatChangedAreLearned) {
  FinishedRun run = run_of("");
  run.record.candidates[0].tunables = Json::Object{{"TILE", 16}, {"block_x", 256}, {"fast_math", 0}};
  run.record.candidates[2].tunables = Json::Object{{"TILE", 32}, {"block_x", 256}, {"fast_math", 1}};
  EXPECT_EQ(texts(teach(run, {})), std::vector<std::string>{R"(learned: tunables {"fast_math":1})"});
}

TEST(RunPatterns, AChampionThatNoOtherKernelCouldUseTeachesNothing) {
  FinishedRun run = run_of("");
  run.record.candidates[2].tunables = Json::Object{{"TILE", 32}};
  EXPECT_TRUE(teach(run, {}).changed.empty());
  EXPECT_NE(teach(run, {}).nothing.find("nothing that another kernel could use"), std::string::npos);
}

TEST(RunPatterns, APersonsMemoIsNoScheduleWhateverItSays) {
  FinishedRun run = run_of();
  run.is_manual = true;
  run.record.candidates[2].methods = {"memory.vectorized_access"};
  EXPECT_EQ(texts(teach(run, {})), std::vector<std::string>{"learned: method memory.vectorized_access"});
}

TEST(RunPatterns, KernelsThatNobodyUnderstandsTeachMethodsAlone) {
  FinishedRun run = run_of("edited: restrict");
  run.subject = store::PatternSubject{"", "", "f32 -> f32", "20"};
  run.record.candidates[2].methods = {"memory.cache_and_readonly"};
  EXPECT_EQ(texts(teach(run, {})), std::vector<std::string>{"learned: method memory.cache_and_readonly"});
}

TEST(RunPatterns, TheBottleneckIsTheFirstThatIsNamed) {
  EXPECT_EQ(bottleneck_of("DRAM bandwidth 92 %, issue 41 %"), "DRAM bandwidth");
  EXPECT_EQ(bottleneck_of("launch 49 % (3.43 us), DRAM 30 %"), "launch");
  EXPECT_EQ(bottleneck_of("L1 100 %"), "L1");
  EXPECT_EQ(bottleneck_of(""), "");
}

}  // namespace run_patterns_test
}  // namespace whet::learn
