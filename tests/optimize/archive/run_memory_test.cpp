// What a run begins with from earlier runs, and what a fresh start forgets.
#include "optimize/archive/run_memory.h"

#include <gtest/gtest.h>

#include "support/support.h"

namespace whet {
namespace {

const store::KernelId k_kernel{"problem", "softmax"};
const store::Conditions k_here{"NVIDIA H200", store::TimeOrigin::measured, "rows=8192", "CUDA 13.0"};

store::MemoryEntry entry(const std::string& tried, const std::string& outcome, std::optional<double> speedup) {
  store::MemoryEntry made;
  made.kernel = k_kernel;
  made.tried = tried;
  made.outcome = outcome;
  if (speedup) made.speedup = store::Speedup{*speedup, *speedup, *speedup};
  made.conditions = k_here;
  return made;
}

TEST(BestKnown, ComesFastestFirstAndEachOnce) {
  const std::vector<store::MemoryEntry> entries = {
      entry(R"({"TILE":16})", "correct", 1.2), entry(R"({"TILE":32})", "faster", 1.8),
      entry(R"({"TILE":32})", "faster", 1.7), entry(R"({"TILE":64})", "correct", 1.5)};
  EXPECT_EQ(best_known(entries, k_here, 2), (std::vector<TunableValues>{{{"TILE", 32}}, {{"TILE", 64}}}));
}

TEST(BestKnown, IsNothingThatWasWrongSlowUntimedOrMasked) {
  store::MemoryEntry masked = entry(R"({"TILE":1})", "faster", 9);
  masked.masked = true;
  store::MemoryEntry method = entry("memory.async_copy", "faster", 9);
  method.kind = store::TriedKind::method;
  EXPECT_TRUE(
      best_known({masked, method, entry(R"({"TILE":2})", "wrong", 9), entry(R"({"TILE":3})", "slower", 0.9),
                  entry(R"({"TILE":4})", "failed", std::nullopt), entry(R"({"TILE":5})", "correct", 1.0),
                  entry("no JSON", "faster", 9), entry(R"({"TILE":"big"})", "faster", 9), entry("{}", "faster", 9)},
                 k_here)
          .empty());
}

TEST(BestKnown, PrefersTheSameGpuAndSizesToWhatWasFastElsewhere) {
  store::MemoryEntry elsewhere = entry(R"({"TILE":128})", "faster", 5);
  elsewhere.conditions.gpu = "NVIDIA A100";
  store::MemoryEntry other_size = entry(R"({"TILE":64})", "faster", 3);
  other_size.conditions.dims = "rows=16";
  EXPECT_EQ(best_known({elsewhere, other_size, entry(R"({"TILE":32})", "faster", 1.1)}, k_here),
            (std::vector<TunableValues>{{{"TILE", 32}}, {{"TILE", 64}}, {{"TILE", 128}}}));
}

class RunMemoryTest : public testing::Test {
 protected:
  RunMemoryTest() : store_(open()), lock_(store_.lock(k_kernel).value()) {
    store::Run description;
    description.kernel = k_kernel;
    run_ = {*store_.begin_run(description, lock_), k_kernel, k_here};
  }

  store::Store open() {
    auto store = store::Store::open({directory_.path()}, files_);
    EXPECT_TRUE(store) << describe(store.error());
    return std::move(*store);
  }

  Archive archive() { return Archive::open(store_, run_.id, "original").value(); }

  // TILE 1, 2, ... with these speeds over the original; 0 is wrong.
  std::vector<store::CandidateId> remember(Archive& archive, RunMemory& memory, const std::vector<double>& speedups) {
    std::vector<store::CandidateId> ids;
    for (size_t i = 0; i < speedups.size(); ++i) {
      ArchivedCandidate* const made = *archive.candidate({{}, {}, {{"TILE", static_cast<int64_t>(i) + 1}}, {}, {}}, 1);
      made->verdict = WorkerVerdict{};
      made->verdict->outcome = speedups[i] > 0 ? Outcome::correct : Outcome::wrong;
      std::optional<store::Speedup> speedup;
      if (speedups[i] > 0) speedup = store::Speedup{speedups[i], speedups[i], speedups[i]};
      EXPECT_TRUE(memory.remember(*made, speedup));
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

TEST_F(RunMemoryTest, AFreshStartForgetsNoLessonAndNotTheBest) {
  Archive known = archive();
  RunMemory memory(store_, run_);
  const auto ids = remember(known, memory, {1.1, 0.5, 0, 1.9, 1.2, 0.99, 1.3, 1.4});
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const auto masked = memory.mask_part("restart " + std::to_string(seed), seed, known);
    ASSERT_TRUE(masked) << describe(masked.error());
    for (const store::CandidateId id : *masked) {
      EXPECT_NE(id, ids[1]) << "it was slower";
      EXPECT_NE(id, ids[2]) << "it was wrong";
      EXPECT_NE(id, ids[5]) << "it was slower, if only just";
      EXPECT_NE(id, ids[3]) << "it is the best";
    }
  }
  size_t lessons = 0;
  const auto seen = store_.memory_of(k_kernel);
  for (const store::MemoryEntry& each : *seen) lessons += store::is_negative(each.outcome) ? 1 : 0;
  EXPECT_EQ(lessons, 3u) << "shown to proposers after twenty restarts";
  EXPECT_EQ(best_known(*seen, k_here, 1), (std::vector<TunableValues>{{{"TILE", 4}}}));
}

TEST_F(RunMemoryTest, ARunThatWasKilledMasksTheSame) {
  std::vector<store::CandidateId> first;
  {
    Archive known = archive();
    RunMemory memory(store_, run_);
    remember(known, memory, {1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7});
    first = *memory.mask_part("restart 1", 5, known);
    EXPECT_EQ(first.size(), 3u);
  }
  Archive again = archive();
  RunMemory memory(store_, run_);
  EXPECT_EQ(*memory.mask_part("restart 1", 5, again), first);
}

TEST_F(RunMemoryTest, WhatFreshDataRefuseIsNoBeginningForALaterRun) {
  Archive known = archive();
  RunMemory memory(store_, run_);
  remember(known, memory, {1.2, 1.9});
  EXPECT_EQ(best_known(*store_.memory_of(k_kernel), k_here, 1), (std::vector<TunableValues>{{{"TILE", 2}}}));
  ASSERT_TRUE(memory.remember(*known.candidates()[1], name_of(Outcome::wrong), "out[3]", std::nullopt));
  EXPECT_EQ(best_known(*store_.memory_of(k_kernel), k_here, 1), (std::vector<TunableValues>{{{"TILE", 1}}}));
}

}  // namespace
}  // namespace whet
