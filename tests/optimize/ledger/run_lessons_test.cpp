// What a run begins with from earlier runs, and what a fresh start forgets.
#include "optimize/ledger/run_lessons.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace run_lessons_test {

const store::KernelId k_kernel{"problem", "softmax"};
const store::Conditions k_here{"NVIDIA H200", store::TimeOrigin::measured, "rows=8192", "CUDA 13.0"};

store::Lesson entry(const std::string& tried, const std::string& outcome, std::optional<double> speedup) {
  store::Lesson made;
  made.kernel = k_kernel;
  made.tried = tried;
  made.outcome = outcome;
  if (speedup) made.speedup = store::Speedup{*speedup, *speedup, *speedup};
  made.conditions = k_here;
  return made;
}

TEST(BestKnown, ComesFastestFirstAndEachOnce) {
  const std::vector<store::Lesson> entries = {
      entry(R"({"TILE":16})", "correct", 1.2), entry(R"({"TILE":32})", "faster", 1.8),
      entry(R"({"TILE":32})", "faster", 1.7), entry(R"({"TILE":64})", "correct", 1.5)};
  EXPECT_EQ(best_known(entries, k_here, 2), (std::vector<TunableValues>{{{"TILE", 32}}, {{"TILE", 64}}}));
}

TEST(BestKnown, IsNothingThatWasWrongSlowUntimedOrMasked) {
  store::Lesson masked = entry(R"({"TILE":1})", "faster", 9);
  masked.masked = true;
  store::Lesson method = entry("memory.async_copy", "faster", 9);
  method.kind = store::TriedKind::method;
  EXPECT_TRUE(
      best_known({masked, method, entry(R"({"TILE":2})", "wrong", 9), entry(R"({"TILE":3})", "slower", 0.9),
                  entry(R"({"TILE":4})", "failed", std::nullopt), entry(R"({"TILE":5})", "correct", 1.0),
                  entry("no JSON", "faster", 9), entry(R"({"TILE":"big"})", "faster", 9), entry("{}", "faster", 9)},
                 k_here)
          .empty());
}

TEST(BestKnown, PrefersTheSameGpuAndSizesToWhatWasFastElsewhere) {
  store::Lesson elsewhere = entry(R"({"TILE":128})", "faster", 5);
  elsewhere.conditions.gpu = "NVIDIA A100";
  store::Lesson other_size = entry(R"({"TILE":64})", "faster", 3);
  other_size.conditions.dims = "rows=16";
  EXPECT_EQ(best_known({elsewhere, other_size, entry(R"({"TILE":32})", "faster", 1.1)}, k_here),
            (std::vector<TunableValues>{{{"TILE", 32}}, {{"TILE", 64}}, {{"TILE", 128}}}));
}

TEST(BestKnown, HasKernelsWithASourceOfTheirOwnByTheirMemos) {
  std::vector<store::Lesson> entries = {entry("written: rows kThreads=128", "correct", 2),
                                        entry("written: map kThreads=256", "faster", 3),
                                        entry("written: map kThreads=64", "wrong", 9)};
  for (store::Lesson& each : entries) each.kind = store::TriedKind::memo;
  entries.push_back(entry(R"({"TILE":32})", "faster", 4));
  EXPECT_EQ(best_known_memos(entries, k_here),
            (std::vector<std::string>{"written: map kThreads=256", "written: rows kThreads=128"}));
  EXPECT_EQ(best_known_memos(entries, k_here, 1).size(), 1u);
  EXPECT_EQ(best_known(entries, k_here), (std::vector<TunableValues>{{{"TILE", 32}}}));
}

class RunLessonsTest : public testing::Test {
 protected:
  RunLessonsTest() : store_(open()), lock_(store_.lock(k_kernel).value()) {
    store::Run description;
    description.kernel = k_kernel;
    run_ = {*store_.begin_run(description, lock_), k_kernel, k_here};
  }

  store::Store open() {
    auto store = store::Store::open({directory_.path()}, files_);
    EXPECT_TRUE(store) << describe(store.error());
    return std::move(*store);
  }

  RunLedger ledger() { return RunLedger::open(store_, run_.id, "original").value(); }

  // TILE 1, 2, ... with these speeds over the original; 0 is wrong.
  std::vector<store::CandidateId> remember(RunLedger& ledger, RunLessons& lessons,
                                           const std::vector<double>& speedups) {
    std::vector<store::CandidateId> ids;
    for (size_t i = 0; i < speedups.size(); ++i) {
      RunCandidate* const made = *ledger.candidate({{}, {}, {{"TILE", static_cast<int64_t>(i) + 1}}, {}, {}}, 1);
      made->verdict = CandidateVerdict{};
      made->verdict->outcome = speedups[i] > 0 ? Outcome::correct : Outcome::wrong;
      std::optional<store::Speedup> speedup;
      if (speedups[i] > 0) speedup = store::Speedup{speedups[i], speedups[i], speedups[i]};
      EXPECT_TRUE(lessons.remember(*made, speedup));
      ids.push_back(made->id);
    }
    return ids;
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  store::Store store_;
  store::RunLock lock_;
  OptimizedRun run_;
};

TEST_F(RunLessonsTest, AFreshStartForgetsNoLessonAndNotTheBest) {
  RunLedger known = ledger();
  RunLessons lessons(store_, run_);
  const auto ids = remember(known, lessons, {1.1, 0.5, 0, 1.9, 1.2, 0.99, 1.3, 1.4});
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto masked = lessons.mask_part("restart " + std::to_string(seed), seed, known);
    ASSERT_TRUE(masked) << describe(masked.error());
    for (const store::CandidateId id : *masked) {
      EXPECT_NE(id, ids[1]) << "it was slower";
      EXPECT_NE(id, ids[2]) << "it was wrong";
      EXPECT_NE(id, ids[5]) << "it was slower, if only just";
      EXPECT_NE(id, ids[3]) << "it is the best";
    }
  }
  size_t taught = 0;
  const auto seen = store_.lessons_of(k_kernel);
  for (const store::Lesson& each : *seen) taught += store::is_negative(each.outcome) ? 1 : 0;
  EXPECT_EQ(taught, 3u) << "shown to proposers after twenty restarts";
  EXPECT_EQ(best_known(*seen, k_here, 1), (std::vector<TunableValues>{{{"TILE", 4}}}));
}

TEST_F(RunLessonsTest, ARunThatWasKilledMasksTheSame) {
  std::vector<store::CandidateId> first;
  {
    RunLedger known = ledger();
    RunLessons lessons(store_, run_);
    remember(known, lessons, {1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7});
    first = *lessons.mask_part("restart 1", 5, known);
    EXPECT_EQ(first.size(), 3u);
  }
  RunLedger again = ledger();
  RunLessons lessons(store_, run_);
  EXPECT_EQ(*lessons.mask_part("restart 1", 5, again), first);
}

TEST_F(RunLessonsTest, WhatFreshDataRefuseIsNoBeginningForALaterRun) {
  RunLedger known = ledger();
  RunLessons lessons(store_, run_);
  remember(known, lessons, {1.2, 1.9});
  EXPECT_EQ(best_known(*store_.lessons_of(k_kernel), k_here, 1), (std::vector<TunableValues>{{{"TILE", 2}}}));
  ASSERT_TRUE(lessons.remember(*known.candidates()[1], name_of(Outcome::wrong), "out[3]", std::nullopt));
  EXPECT_EQ(best_known(*store_.lessons_of(k_kernel), k_here, 1), (std::vector<TunableValues>{{{"TILE", 1}}}));
}

TEST_F(RunLessonsTest, WrittenKernelsAreALessonEach) {
  RunLedger known = ledger();
  RunLessons lessons(store_, run_);
  for (const char* const memo : {"written: rows", "written: map"}) {
    RunCandidate* const made = *known.candidate({std::string("// ") + memo, {}, {}, {}, memo}, 1);
    made->verdict = CandidateVerdict{};
    made->verdict->outcome = Outcome::correct;
    EXPECT_TRUE(lessons.remember(*made, store::Speedup{2, 2, 2}));
  }
  EXPECT_EQ(best_known_memos(*store_.lessons_of(k_kernel), k_here),
            (std::vector<std::string>{"written: rows", "written: map"}));
  ASSERT_TRUE(lessons.remember(*known.candidates()[0], name_of(Outcome::wrong), "out[3]", std::nullopt));
  EXPECT_EQ(best_known_memos(*store_.lessons_of(k_kernel), k_here), (std::vector<std::string>{"written: map"}));
}

}  // namespace run_lessons_test
}  // namespace whet
