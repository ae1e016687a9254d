// The verbs of the loop, and what they leave behind.
#include "sample.h"

namespace whet::store::test {

class Runs : public StoreTest {};

TEST_F(Runs, ARunIsReadBackAsItWasWritten) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId id = must(store.begin_run(sample_run(), lock));
  const auto run = must(store.run(id));
  EXPECT_EQ(run.id, 1);
  EXPECT_EQ(run.kernel, k_softmax);
  EXPECT_EQ(run.gpu, "NVIDIA H200");
  EXPECT_EQ(run.origin, TimeOrigin::modelled);
  EXPECT_EQ(run.seed, 0xfedcba9876543210);
  EXPECT_EQ(run.settings.dump(-1), R"({"rounds":3})");
  EXPECT_EQ(run.state, RunState::running);
  EXPECT_EQ(run.began_ms, 1'700'000'000'001);
  EXPECT_FALSE(run.ended_ms || run.baseline || run.champion);
  must(store.finish_run(id, RunState::finished, "at 92 % of the ceiling"));
  const auto ended = must(store.run(id));
  EXPECT_EQ(ended.state, RunState::finished);
  EXPECT_EQ(ended.ended_ms, 1'700'000'000'002);
  EXPECT_EQ(ended.stop_reason, "at 92 % of the ceiling");
}

TEST_F(Runs, ACandidateKeepsWhatEachStageFound) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  const int round = must(store.begin_round({.run = run, .proposer = "tuner"}));
  Candidate proposed{.run = run, .round = round, .tunables = Json::Object{{"TILE", 32}}, .launch = "[define]\n"};
  proposed.methods = {"memory.vectorized_access"};
  proposed.memo = "wider loads";
  const CandidateId id = must(store.add_candidate(proposed, "__global__ void softmax() {}"));
  must(store.record(id, {.state = CandidateState::compiled, .builds = {sample_build()}}));
  must(store.record(id, {.state = CandidateState::checked, .outcome = "correct"}));
  must(store.record(id, compared("faster", 1.5)));
  must(store.add_attribution(
      {id, PartKind::tunable, "TILE", Speedup{1.2, 1.1, 1.3}, PartVerdict::effective, "LDG.E.128"}));

  const CandidateRecord record = must(store.candidate_record(id));
  EXPECT_EQ(record.source, "__global__ void softmax() {}");
  EXPECT_EQ(record.candidate.index, 1);
  EXPECT_EQ(record.candidate.round, 1);
  EXPECT_EQ(record.candidate.tunables.dump(-1), R"({"TILE":32})");
  EXPECT_EQ(record.candidate.launch, "[define]\n");
  EXPECT_EQ(record.candidate.methods, std::vector<std::string>{"memory.vectorized_access"});
  EXPECT_EQ(record.candidate.memo, "wider loads");
  EXPECT_EQ(record.candidate.state, CandidateState::compared);
  EXPECT_EQ(record.candidate.outcome, "faster");
  ASSERT_TRUE(record.candidate.speedup);
  EXPECT_DOUBLE_EQ(record.candidate.speedup->low, 1.47);
  ASSERT_EQ(record.builds.size(), 1u);
  EXPECT_EQ(record.builds[0].candidate, id);
  EXPECT_EQ(record.builds[0].registers, 40);
  ASSERT_EQ(record.measurements.size(), 1u);
  EXPECT_EQ(record.measurements[0].origin, TimeOrigin::modelled);
  EXPECT_EQ(record.measurements[0].samples.dump(-1), "[1.0,1.25]");
  ASSERT_EQ(record.attributions.size(), 1u);
  EXPECT_EQ(record.attributions[0].evidence, "LDG.E.128");
}

TEST_F(Runs, AStageThatSaysNothingOfTheOutcomeKeepsTheOneThereIs) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  const CandidateId id = must(store.add_candidate({.run = run}, "a"));
  must(store.record(id, {.state = CandidateState::checked, .outcome = "correct", .reason = "all trials"}));
  must(store.record(id, {.state = CandidateState::screened, .seconds = 2e-3}));
  const Candidate candidate = must(store.candidate(id));
  EXPECT_EQ(candidate.outcome, "correct");
  EXPECT_EQ(candidate.reason, "all trials");
  EXPECT_EQ(candidate.seconds, 2e-3);
}

TEST_F(Runs, TheSameSourceIsKeptOnce) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  const std::string source(100'000, 'x');
  for (int i = 0; i < 20; ++i) must(store.add_candidate({.run = run}, source));
  const auto all = must(store.candidates(run));
  ASSERT_EQ(all.size(), 20u);
  EXPECT_EQ(all[0].source_hash, all[19].source_hash);
  EXPECT_EQ(must(store.source(all[7].source_hash)), source);
  EXPECT_EQ(
      must(must(Database::open(project().database(), OpenMode::existing)).integer("SELECT count(*) FROM sources")), 1);
}

TEST_F(Runs, CandidatesComeByIndexInPagesOrBySpeed) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  for (const double speed : {1.0, 3.0, 2.0})
    must(store.record(must(store.add_candidate({.run = run}, "a")), compared("faster", speed)));
  must(store.record(must(store.add_candidate({.run = run}, "b")),
                    {.state = CandidateState::checked, .outcome = "wrong"}));
  const auto page = must(store.candidates(run, {.offset = 1, .limit = 2}));
  ASSERT_EQ(page.size(), 2u);
  EXPECT_EQ(page[0].index, 2);
  EXPECT_EQ(page[1].index, 3);
  const auto fastest = must(store.candidates(run, {.order = CandidatePage::Order::speed, .limit = 9}));
  ASSERT_EQ(fastest.size(), 3u) << "one without a speed-up has no place among them";
  EXPECT_EQ(fastest[0].index, 2);
  EXPECT_EQ(fastest[2].index, 1);
}

TEST_F(Runs, RoundsAreCountedFromTheirCandidates) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  must(store.record(must(store.add_candidate({.run = run, .round = 0}, "baseline")), compared("same", 1)));
  for (int i = 0; i < 3; ++i) {
    const int round = must(store.begin_round({.run = run, .proposer = "tuner"}));
    EXPECT_EQ(round, i + 1);
    must(store.record(must(store.add_candidate({.run = run, .round = round}, "a")), compared("faster", 1.0 + i)));
    must(store.record(must(store.add_candidate({.run = run, .round = round}, "b")),
                      {.state = CandidateState::checked, .outcome = "wrong"}));
    must(store.finish_round(run, round));
  }
  const auto last = must(store.rounds(run, 2));
  ASSERT_EQ(last.size(), 2u);
  EXPECT_EQ(last[0].round.index, 2);
  EXPECT_EQ(last[1].round.index, 3);
  EXPECT_EQ(last[1].round.state, RoundState::finished);
  EXPECT_EQ(last[1].candidates, 2);
  EXPECT_EQ(last[1].sound, 1);
  EXPECT_EQ(last[1].best, 3.0);
  const auto outcomes = must(store.outcomes(run));
  ASSERT_EQ(outcomes.size(), 3u);
  EXPECT_EQ(outcomes[0].candidates, 3);
}

TEST_F(Runs, WhatBelongsToAnotherRunIsNoChampion) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId first = must(store.begin_run(sample_run(), lock)), second = must(store.begin_run(sample_run(), lock));
  const CandidateId candidate = must(store.add_candidate({.run = first}, "a"));
  must(store.set_champion(first, candidate));
  EXPECT_EQ(must(store.run(first)).champion, candidate);
  EXPECT_FALSE(store.set_champion(second, candidate));
  EXPECT_FALSE(store.set_baseline(first, 99));
  EXPECT_FALSE(store.record(99, {.state = CandidateState::compiled}));
  EXPECT_FALSE(store.add_candidate({.run = 99}, "a")) << "no such run";
  EXPECT_FALSE(store.add_measurement({.candidate = 99}));
}

TEST_F(Runs, EventsComeInOrder) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  for (int i = 0; i < 5; ++i) must(store.add_event(run, "tick", Json::Object{{"n", i}}));
  const auto all = must(store.events(run));
  ASSERT_EQ(all.size(), 5u);
  const auto rest = must(store.events(run, all[2].id));
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[0].data.dump(-1), R"({"n":3})");
  EXPECT_LT(rest[0].time_ms, rest[1].time_ms);
}

TEST_F(Runs, EventsOfOneKindAreFoundAmongOthers) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock)), other = must(store.begin_run(sample_run(), lock));
  for (int i = 0; i < 6; ++i) must(store.add_event(run, i % 3 ? "tick" : "champion", Json::Object{{"n", i}}));
  must(store.add_event(other, "champion", Json::object()));
  const auto found = must(store.events_of(run, "champion"));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[1].data.dump(-1), R"({"n":3})");
}

TEST_F(Runs, OddNamesAndAnyBytesComeBackAsTheyWere) {
  const KernelId odd{"a b/ü\n\"'; DROP TABLE runs; --", "核<float, 3>::運"};
  Store store = open();
  RunLock lock = must(store.lock(odd));
  const RunId run = must(store.begin_run(sample_run(odd), lock));
  const std::string bytes("a\0b\xff\xfe'\"\r\n", 9);
  const CandidateId id = must(store.add_candidate({.run = run, .memo = "🙂 %s {}"}, bytes));
  EXPECT_EQ(must(store.run(run)).kernel, odd);
  EXPECT_EQ(must(store.candidate_record(id)).source, bytes);
  EXPECT_EQ(must(store.candidate(id)).memo, "🙂 %s {}");
  EXPECT_TRUE(must(store.latest_run(odd)));
  EXPECT_FALSE(must(store.latest_run(k_softmax)));
}

TEST_F(Runs, AnUnknownRunIsNamed) {
  Store store = open();
  const auto run = store.run(12);
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error().what, "there is no run 12");
  EXPECT_FALSE(must(store.latest_run()));
}

TEST_F(Runs, ReadingMakesNoStore) {
  const auto store = Store::open(project(), files, {OpenMode::existing});
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::bad_input);
  EXPECT_FALSE(files.info(project().folder()));
}

TEST_F(Runs, SomeThousandCandidatesAreListedAtOnce) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  const auto begin = SystemClock().monotonic_ns();
  for (int i = 0; i < 3000; ++i) {
    const CandidateId id = must(store.add_candidate({.run = run, .round = i / 8}, "source"));
    must(store.record(id, {.state = CandidateState::compiled, .builds = {sample_build()}}));
    must(store.record(id, compared("faster", 1.0 + i % 97)));
  }
  const auto written = SystemClock().monotonic_ns();
  EXPECT_EQ(must(store.candidates(run, {.order = CandidatePage::Order::speed, .limit = 10})).front().speedup->value,
            97);
  EXPECT_EQ(must(store.outcomes(run))[0].candidates, 3000);
  const auto read = SystemClock().monotonic_ns();
  EXPECT_LT((written - begin) / 3000, 20'000'000) << "ns a candidate; far above what it takes, for busy machines";
  EXPECT_LT(read - written, 500'000'000);
}

}  // namespace whet::store::test
