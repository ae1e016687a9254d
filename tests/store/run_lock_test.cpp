// Two runs at once, and runs whose process is gone.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "sample.h"

namespace whet::store::test {

class Locks : public StoreTest {
 protected:
  // A process that begins a run on the kernel and then sleeps.
  pid_t start_other(const KernelId& kernel) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      Store store = open();
      RunLock lock = must(store.lock(kernel));
      must(store.begin_run(sample_run(kernel), lock));
      (void)!::write(ready[1], "x", 1);
      for (;;) ::pause();
    }
    char byte;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
    return child;
  }
  static void kill_and_wait(pid_t child) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
};

TEST_F(Locks, TheSecondRunIsToldWhoTheFirstIs) {
  const pid_t other = start_other(k_softmax);
  {
    Store store = open();
    const auto lock = store.lock(k_softmax);
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().what, "`softmax` is being worked on by process " + std::to_string(other) + " (run 1)");
    EXPECT_EQ(must(store.run(1)).state, RunState::running);
    EXPECT_TRUE(store.lock({"examples/scan", "scan"})) << "another kernel of the project is free";
    EXPECT_TRUE(store.lock({"other", "softmax"})) << "as is one of the same name elsewhere";
  }
  kill_and_wait(other);
}

TEST_F(Locks, ARunWhoseProcessDiedReadsAsInterruptedAndCanBeTakenOver) {
  const pid_t other = start_other(k_softmax);
  kill_and_wait(other);
  Store store = open();
  EXPECT_EQ(must(store.run(1)).state, RunState::interrupted) << "even before anybody marked it";
  RunLock lock = must(store.lock(k_softmax));
  const RunId next = must(store.begin_run(sample_run(), lock));
  EXPECT_EQ(must(store.run(1)).state, RunState::interrupted) << "although the kernel is locked again";
  EXPECT_EQ(must(store.run(next)).state, RunState::running);
}

TEST_F(Locks, AChildThatOutlivesItsKilledParentIsWaitedFor) {
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t parent = ::fork();
  if (parent == 0) {
    Store store = open();
    RunLock lock = must(store.lock(k_softmax));
    must(store.begin_run(sample_run(), lock));
    if (::fork() == 0) {
      ::usleep(300'000);
      ::_exit(0);
    }
    (void)!::write(ready[1], "x", 1);
    for (;;) ::pause();
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  kill_and_wait(parent);
  EXPECT_TRUE(open().lock(k_softmax));
}

TEST_F(Locks, AResumedRunComesBackWhole) {
  RunId run = 0;
  {
    Store store = open();
    RunLock lock = must(store.lock(k_softmax));
    run = must(store.begin_run(sample_run(), lock));
    const CandidateId baseline = must(store.add_candidate({.run = run}, "original"));
    must(store.record(baseline, {.state = CandidateState::screened, .builds = {sample_build()}}));
    must(store.set_baseline(run, baseline));
    const int round = must(store.begin_round({.run = run, .parent = baseline, .proposer = "tuner"}));
    const CandidateId better = must(store.add_candidate({.run = run, .round = round, .parent = baseline}, "better"));
    must(store.record(better, compared("faster", 2)));
    must(store.set_champion(run, better));
    must(store.add_candidate({.run = run, .round = round, .parent = baseline}, "not tried yet"));
    must(store.add_attribution({.candidate = better, .name = "memory.coalesced_access"}));
  }
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunRecord record = must(store.resume(run, lock));
  EXPECT_EQ(record.run.state, RunState::running);
  EXPECT_EQ(record.run.baseline, record.candidates[0].id);
  EXPECT_EQ(record.run.champion, record.candidates[1].id);
  ASSERT_EQ(record.rounds.size(), 1u);
  EXPECT_EQ(record.rounds[0].state, RoundState::open);
  ASSERT_EQ(record.candidates.size(), 3u);
  EXPECT_EQ(record.candidates[2].state, CandidateState::proposed);
  EXPECT_EQ(record.builds.size(), 1u);
  EXPECT_EQ(record.measurements.size(), 1u);
  EXPECT_EQ(record.attributions.size(), 1u);
  EXPECT_EQ(must(store.add_candidate({.run = run, .round = 1}, "next")), record.candidates[2].id + 1);
}

TEST_F(Locks, AFinishedRunIsNotResumed) {
  Store store = open();
  RunLock lock = must(store.lock(k_softmax));
  const RunId run = must(store.begin_run(sample_run(), lock));
  must(store.finish_run(run, RunState::finished, "no progress for 3 rounds"));
  const auto resumed = store.resume(run, lock);
  ASSERT_FALSE(resumed);
  EXPECT_EQ(resumed.error().what, "run 1 is finished: there is nothing to resume");
}

TEST_F(Locks, ARunDrivenFromOutsideWaitsWithoutALock) {
  Store store = open();
  RunId run = 0;
  {
    RunLock lock = must(store.lock(k_softmax));
    run = must(store.begin_run(sample_run(), lock));
    must(store.pause_run(run));
  }
  EXPECT_EQ(must(store.run(run)).state, RunState::waiting);
  RunLock lock = must(store.lock(k_softmax));
  EXPECT_EQ(must(store.run(run)).state, RunState::waiting) << "it was not interrupted";
  EXPECT_EQ(must(store.resume(run, lock)).run.state, RunState::running);
}

TEST_F(Locks, ManyProcessesMayMakeTheStoreAtOnce) {
  for (int attempt = 0; attempt < 5; ++attempt) {
    const Project fresh{directory.path("p" + std::to_string(attempt))};
    std::vector<pid_t> makers;
    for (int maker = 0; maker < 6; ++maker) {
      const pid_t child = ::fork();
      if (child == 0) {
        const auto store = Store::open(fresh, files);
        if (!store) std::fputs(describe(store.error()).c_str(), stderr);
        ::_exit(store ? 0 : 1);
      }
      makers.push_back(child);
    }
    for (const pid_t maker : makers) {
      int status = -1;
      ::waitpid(maker, &status, 0);
      EXPECT_EQ(status, 0);
    }
  }
}

TEST_F(Locks, TwoKernelsOfAProjectAreWrittenAtOnce) {
  open();
  std::vector<pid_t> writers;
  for (int writer = 0; writer < 4; ++writer) {
    const pid_t child = ::fork();
    if (child == 0) {
      Store store = open();
      const KernelId kernel{"p", "k" + std::to_string(writer)};
      RunLock lock = must(store.lock(kernel));
      const RunId run = must(store.begin_run(sample_run(kernel), lock));
      for (int i = 0; i < 50; ++i)
        must(store.record(must(store.add_candidate({.run = run}, "same")), compared("same", 1)));
      ::_exit(0);
    }
    writers.push_back(child);
  }
  for (const pid_t writer : writers) {
    int status = -1;
    ::waitpid(writer, &status, 0);
    EXPECT_EQ(status, 0);
  }
  Store store = open();
  const auto runs = must(store.runs());
  ASSERT_EQ(runs.size(), 4u);
  for (const auto& run : runs) EXPECT_EQ(must(store.candidates(run.id, {.limit = -1})).back().index, 50);
}

}  // namespace whet::store::test
