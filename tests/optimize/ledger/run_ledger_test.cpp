// What a run found out outlives its process: an archive that is opened again knows it and asks nobody.
#include "optimize/ledger/run_ledger.h"

#include "judge/judge_fixture.h"
#include "support/support.h"

namespace whet {
namespace run_ledger_test {

constexpr const char* k_original = "__global__ void scale_add() {}\n";
const store::KernelId k_kernel{"problem", "scale_add"};

CandidateVerdict verdict_of(double seconds) {
  CandidateVerdict verdict;
  verdict.id = 3;
  verdict.promising = true;
  verdict.trials = 7;
  verdict.compiler = "NVRTC 13.0";
  CaseTiming timing;
  timing.name = "default";
  timing.seconds = seconds;
  timing.sampling.origin = Origin::modelled;
  timing.sampling.low_seconds = 0.9 * seconds;
  timing.sampling.high_seconds = 1.1 * seconds;
  verdict.timings = {timing};
  return verdict;
}

class ArchiveTest : public test::JudgeTest {
 protected:
  store::Store open_store() {
    auto store = store::Store::open({directory_.path()}, files_);
    EXPECT_TRUE(store) << describe(store.error());
    return std::move(*store);
  }

  store::RunId begin(store::Store& store) {
    auto lock = store.lock(k_kernel);
    store::Run run;
    run.kernel = k_kernel;
    auto begun = store.begin_run(run, *lock);
    EXPECT_TRUE(begun) << describe(begun.error());
    return *begun;
  }

  static RunLedger ledger_of(store::Store& store, store::RunId run) {
    auto ledger = RunLedger::open(store, run, k_original);
    EXPECT_TRUE(ledger) << describe(ledger.error());
    return std::move(*ledger);
  }

  test::TemporaryDirectory directory_;
};

TEST_F(ArchiveTest, CandidatesAreKnownByWhatTheyAre) {
  store::Store store = open_store();
  const store::RunId run = begin(store);
  RunLedger ledger = ledger_of(store, run);
  const Proposal tile{{}, {}, {{"TILE", 32}}, {"tiling"}, "larger"};
  RunCandidate* const original = *ledger.candidate({}, 0);
  RunCandidate* const first = *ledger.candidate(tile, 1, original->id);
  EXPECT_EQ(*ledger.candidate(tile, 2), first);
  EXPECT_NE(original, first);
  EXPECT_EQ(first->index, original->index + 1);
  RunLedger again = ledger_of(store, run);
  RunCandidate* const found = *again.candidate(tile, 1, original->id);
  EXPECT_EQ(found->id, first->id);
  EXPECT_EQ(found->index, first->index);
  EXPECT_EQ(found->proposal, tile);
  EXPECT_FALSE(found->verdict);
  EXPECT_EQ(store.record_of(run)->candidates.size(), 2u);
  EXPECT_EQ((*again.candidate({"__global__ void other() {}\n", {}, {}, {}, {}}, 1))->index, first->index + 1);
  EXPECT_EQ(store.record_of(run)->candidates.size(), 3u);
}

TEST_F(ArchiveTest, VerdictsAreThereAgain) {
  store::Store store = open_store();
  const store::RunId run = begin(store);
  RunLedger ledger = ledger_of(store, run);
  RunCandidate* const candidate = *ledger.candidate({{}, {}, {{"TILE", 32}}, {}, {}}, 1);
  ASSERT_TRUE(ledger.take(*candidate, verdict_of(2.5e-6)));
  RunLedger again = ledger_of(store, run);
  const RunCandidate* const found = *again.candidate(candidate->proposal, 1);
  ASSERT_TRUE(found->verdict);
  EXPECT_EQ(to_json(*found->verdict).dump(-1), to_json(*candidate->verdict).dump(-1));
  const auto record = store.candidate_record(candidate->id);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->candidate.state, store::CandidateState::screened);
  ASSERT_EQ(record->measurements.size(), 1u);
  EXPECT_DOUBLE_EQ(record->measurements[0].median, 2.5e-6);
  EXPECT_EQ(record->measurements[0].origin, store::TimeOrigin::modelled);
}

TEST_F(ArchiveTest, WhatHappensOnceHappensOnce) {
  store::Store store = open_store();
  const store::RunId run = begin(store);
  int made = 0;
  const auto make = [&]() -> Result<Json> { return Json(++made); };
  RunLedger ledger = ledger_of(store, run);
  EXPECT_EQ(*ledger.once("restart 1", make)->as_integer(), 1);
  EXPECT_EQ(*ledger.once("restart 1", make)->as_integer(), 1);
  EXPECT_EQ(*ledger.once("restart 2", make)->as_integer(), 2);
  RunLedger again = ledger_of(store, run);
  EXPECT_EQ(*again.once("restart 2", make)->as_integer(), 2);
  EXPECT_EQ(made, 2);
}

TEST_F(ArchiveTest, WhatFailsIsNotKept) {
  store::Store store = open_store();
  RunLedger ledger = ledger_of(store, begin(store));
  EXPECT_FALSE(ledger.once("a", []() -> Result<Json> { return failed("not now"); }));
  EXPECT_EQ(*ledger.once("a", []() -> Result<Json> { return Json(5); })->as_integer(), 5);
}

TEST_F(ArchiveTest, RoundsAndTimeGoOn) {
  store::Store store = open_store();
  const store::RunId run = begin(store);
  RunLedger ledger = ledger_of(store, run);
  const store::CandidateId parent = (*ledger.candidate({}, 0))->id;
  EXPECT_EQ(*ledger.round(1, "tuner", parent), 1);
  EXPECT_EQ(*ledger.round(2, "tuner", parent), 2);
  RunCosts costs;
  costs.candidates = 8;
  costs.wall_seconds = 2;
  ASSERT_TRUE(ledger.note_time(3.5, {}));
  ASSERT_TRUE(ledger.note_time(5.25, costs));
  RunLedger again = ledger_of(store, run);
  EXPECT_EQ(*again.round(1, "tuner", parent), 1);
  EXPECT_EQ(store.record_of(run)->rounds.size(), 2u);
  EXPECT_EQ(*again.round(3, "tuner", parent), 3);
  EXPECT_DOUBLE_EQ(again.seconds_before(), 5.25);
  EXPECT_EQ(again.costs_before().candidates, 8u);
  EXPECT_DOUBLE_EQ(again.costs_before().overhead_seconds(), 0.25);
}

TEST_F(ArchiveTest, WhoLedIsKnownInOrder) {
  store::Store store = open_store();
  const store::RunId run = begin(store);
  RunLedger ledger = ledger_of(store, run);
  const auto lead = [&](RunCandidate* candidate) {
    EXPECT_TRUE(ledger.tell("champion", Json(Json::Object{{"candidate", candidate->id}})));
  };
  RunCandidate* const original = *ledger.candidate({}, 0);
  RunCandidate* const better = *ledger.candidate({{}, {}, {{"TILE", 32}}, {}, {}}, 1);
  lead(original);
  lead(better);
  lead(original);
  EXPECT_TRUE(ledger.leaders_before().empty()) << "nothing was before";
  const RunLedger again = ledger_of(store, run);
  EXPECT_EQ(again.leaders_before(), (std::vector<store::CandidateId>{original->id, better->id}));
  EXPECT_EQ(again.find(better->id)->proposal, better->proposal);
  EXPECT_EQ(again.find(better->id + 1), nullptr);
}

TEST_F(ArchiveTest, AResumedArchiveAsksNoWorkerForWhatItKnows) {
  store::Store store = open_store();
  const store::RunId run = begin(store);
  auto worker = WorkerClient::start(WHET_PROGRAM);
  ASSERT_TRUE(worker) << describe(worker.error());
  SessionOrder order;
  order.problem = test::k_adversarial + "scale_add";
  const auto opened = (*worker)->open(order, knowledge_);
  ASSERT_TRUE(opened) << describe(opened.error());
  const auto problem = load_problem(order.problem, files_);
  ASSERT_TRUE(problem);
  auto ledger = RunLedger::open(store, run, problem->source);
  ASSERT_TRUE(ledger);
  RunCandidate* const original = *ledger->candidate({}, 0);
  ASSERT_TRUE(ledger->take(*original, opened->original));
  RunCandidate* const candidate = *ledger->candidate({{}, {}, {{"max_registers", 32}}, {}, {}}, 1);
  ASSERT_TRUE(ledger->judge({original, candidate}, {}, **worker));
  ASSERT_TRUE(candidate->verdict && is_sound(candidate->verdict->outcome));
  const auto compared = ledger->compare("round", *original, *candidate, **worker);
  ASSERT_TRUE(compared) << describe(compared.error());

  auto idle = WorkerClient::start(WHET_PROGRAM);  // without a session: whatever it is asked is an error
  ASSERT_TRUE(idle);
  auto again = RunLedger::open(store, run, problem->source);
  ASSERT_TRUE(again);
  RunCandidate* const first = *again->candidate({}, 0);
  RunCandidate* const second = *again->candidate(candidate->proposal, 1);
  ASSERT_TRUE(again->judge({first, second}, {}, **idle));
  EXPECT_EQ(to_json(*second->verdict).dump(-1), to_json(*candidate->verdict).dump(-1));
  const auto known = again->compare("round", *first, *second, **idle);
  ASSERT_TRUE(known) << describe(known.error());
  EXPECT_EQ(to_json(*known).dump(-1), to_json(*compared).dump(-1));
  EXPECT_FALSE(again->compare("confirmation", *first, *second, **idle)) << "that is another comparison";
}

}  // namespace run_ledger_test
}  // namespace whet
