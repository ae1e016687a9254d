// A run that is killed at any moment and resumed comes to the same end as one that was left alone.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include "store/database.h"
#include "whole_run.h"

namespace whet {
namespace killed_run_test {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int k_kills = 50;
constexpr Seconds k_left_within{20};  // in which the processes of one that was killed must be gone

class KilledRuns : public test::WholeRunTest {
 protected:
  // Orphans become ours, so that none can hide.
  void SetUp() override {
    WholeRunTest::SetUp();
    ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  }

  std::vector<std::string> begin(const std::string& problem) {
    return optimize(problem, {"--dims", "n=64", "--candidates", "8", "--batch", "2", "--patience", "2"});
  }

  pid_t start(const std::vector<std::string>& argv) {
    std::vector<char*> pointers;
    for (const std::string& each : argv) pointers.push_back(const_cast<char*>(each.c_str()));
    pointers.push_back(nullptr);
    const std::string cache_directory = cache();
    const pid_t child = ::fork();
    if (child != 0) return child;
    ::setenv("WHET_CACHE", cache_directory.c_str(), 1);
    const int nowhere = ::open("/dev/null", O_RDWR);
    ::dup2(nowhere, STDOUT_FILENO);
    ::dup2(nowhere, STDERR_FILENO);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }

  // Whether it had to be killed: it may end before.
  static bool kill_after(pid_t child, Seconds moment) {
    const auto until = Clock::now() + moment;
    while (Clock::now() < until) {
      if (::waitpid(child, nullptr, WNOHANG) == child) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    return true;
  }

  // Reaps what the killed left behind; false when something lives on.
  static bool all_gone() {
    const auto until = Clock::now() + k_left_within;
    while (Clock::now() < until) {
      const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
      if (ended < 0) return true;
      if (ended == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }

  static std::string integrity(const std::string& problem) {
    auto database = store::Database::open(problem + "/.whet/whet.db", store::OpenMode::existing);
    if (!database) return describe(database.error());
    auto statement = database->query("PRAGMA integrity_check");
    if (!statement || !statement->step()) return "cannot be read";
    auto keys = database->query("PRAGMA foreign_key_check");
    return keys && *keys->step() ? "a key points nowhere" : statement->text(0);
  }

  // The next step towards the end of a run, whatever there is of it.
  std::vector<std::string> go_on(const std::string& problem) {
    return stored(problem) ? std::vector<std::string>{WHET_PROGRAM, "resume", "--project", problem} : begin(problem);
  }
};

TEST_F(KilledRuns, ComeToTheSameEnd) {
  const std::string untouched = copy_of("nbody", "untouched"), warm = copy_of("nbody", "warm");
  run(begin(warm));  // fills the compiler's cache
  const auto begun = Clock::now();
  const Finished finished = run(begin(untouched));
  const Seconds length = Clock::now() - begun;
  const auto expected = stored(untouched);
  ASSERT_TRUE(expected && expected->state == store::RunState::finished) << finished.out << finished.err;
  EXPECT_GT(expected->speedup, 1) << *expected;

  std::vector<Seconds> moments;
  std::mt19937 random(50);
  for (int i = 0; i < k_kills; ++i) moments.push_back(length * ((i + (random() % 1000) / 1000.0) / k_kills));
  std::shuffle(moments.begin(), moments.end(), random);

  EXPECT_GT(expected->events.at("once"), 1u) << "there is a restart to be killed in: " << *expected;
  int project = 0;
  for (size_t killed = 0; killed < moments.size(); ++project) {
    const std::string problem = copy_of("nbody", "killed" + std::to_string(project));
    size_t known = 0;
    while (true) {
      const auto before = stored(problem);
      if (before && before->state == store::RunState::finished) break;
      const pid_t child = start(go_on(problem));
      const bool was_killed = kill_after(child, killed < moments.size() ? moments[killed] : Seconds(60));
      if (was_killed) ++killed;
      ASSERT_TRUE(all_gone()) << "a worker or runner lives on after kill " << killed;
      const auto after = stored(problem);
      if (!after) continue;
      ASSERT_EQ(integrity(problem), "ok");
      const size_t found = after->candidates + after->measurements + after->builds;
      ASSERT_GE(found, known) << "something is lost";
      known = found;
      ASSERT_TRUE(was_killed || after->state == store::RunState::finished) << "it ended by itself: " << *after;
    }
    ASSERT_EQ(*stored(problem), *expected) << "project " << project << " after " << killed << " kills";
  }
  EXPECT_GT(project, 1);
}

// In the midst of a request that takes longer than anybody would wait.
TEST_F(KilledRuns, LeaveNoWorkerThatGoesOn) {
  const std::string problem = copy_of("sgemm_naive", "problem");
  const auto begun = Clock::now();
  const pid_t child = start(optimize(problem, {"--candidates", "64", "--batch", "64"}));
  while (!stored(problem) && Clock::now() - begun < Seconds(60))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(kill_after(child, Seconds(1)));
  EXPECT_TRUE(all_gone());
}

}  // namespace killed_run_test
}  // namespace whet
