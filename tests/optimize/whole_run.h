// Whole runs of the built whet on a copy of a problem, and what its store says afterwards.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iomanip>

#include "compile/toolkit/toolkit.h"
#include "store/store.h"
#include "support/source_folder.h"
#include "support/support.h"

namespace whet::test {

// What must come out the same: everything but times of day and seconds of this machine.
struct StoredRun {
  store::RunState state = store::RunState::running;
  std::string champion;  // its tunables
  double speedup = 0, low = 0, high = 0;
  size_t candidates = 0, rounds = 0, builds = 0, measurements = 0, attributions = 0;
  std::map<std::string, size_t> events;  // by kind, without those of time

  bool operator==(const StoredRun&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const StoredRun& run) {
  out << std::setprecision(17) << name_of(run.state) << " " << run.champion << " " << run.speedup << " [" << run.low
      << " " << run.high << "], " << run.candidates << " candidates, " << run.rounds << " rounds, " << run.builds
      << " builds, " << run.measurements << " measurements, " << run.attributions << " attributions;";
  for (const auto& [kind, count] : run.events) out << " " << kind << " " << count;
  return out;
}

class WholeRunTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = find_toolkit("", files_, processes_);
    if (!toolkit || toolkit->nvcc.empty()) GTEST_SKIP() << "there is no CUDA compiler here";
  }

  // A copy of an example, under a name of its own.
  std::string copy_of(const std::string& example, const std::string& name) {
    const std::string to = directory_.path(name);
    std::filesystem::copy(test::source_folder() + "/examples/" + example, to, std::filesystem::copy_options::recursive);
    std::filesystem::remove_all(to + "/.whet");
    return to;
  }

  static std::vector<std::string> optimize(const std::string& problem, const std::vector<std::string>& more) {
    std::vector<std::string> argv = {WHET_PROGRAM, "optimize", problem,     "--device", "virtual:h200",
                                     "--seed",     "7",        "--seconds", "100000"};
    argv.insert(argv.end(), more.begin(), more.end());
    return argv;
  }

  Finished run(const std::vector<std::string>& argv) {
    ProcessCommand command;
    command.argv = argv;
    command.environment = {{"WHET_CACHE", cache()}};
    command.timeout = std::chrono::minutes(4);
    auto finished = processes_.run(command);
    EXPECT_TRUE(finished) << describe(finished.error());
    return finished ? *finished : Finished{};
  }

  std::string cache() const { return directory_.path("cache"); }

  // The last run of a problem's store; nothing when there is none yet.
  std::optional<StoredRun> stored(const std::string& problem) {
    if (!files_.info(problem + "/.whet/whet.db")) return std::nullopt;
    auto store = store::Store::open({problem}, files_);
    EXPECT_TRUE(store) << describe(store.error());
    const auto latest = store->latest_run();
    EXPECT_TRUE(latest) << describe(latest.error());
    if (!*latest) return std::nullopt;
    return summary(*store, (*latest)->id);
  }

  test::TemporaryDirectory directory_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;

 private:
  static StoredRun summary(store::Store& store, store::RunId id) {
    const auto record = store.record_of(id);
    EXPECT_TRUE(record) << describe(record.error());
    StoredRun run;
    run.state = record->run.state;
    run.candidates = record->candidates.size();
    run.rounds = record->rounds.size();
    run.builds = record->builds.size();
    run.measurements = record->measurements.size();
    run.attributions = record->attributions.size();
    for (const store::Candidate& candidate : record->candidates) {
      if (candidate.id != record->run.champion || !candidate.speedup) continue;
      run.champion = candidate.tunables.dump(-1);
      run.speedup = candidate.speedup->value;
      run.low = candidate.speedup->low;
      run.high = candidate.speedup->high;
    }
    const auto events = store.events(id, 0, 100'000);
    EXPECT_TRUE(events) << describe(events.error());
    for (const store::Event& event : *events) {
      if (event.kind != "time") ++run.events[event.kind];
    }
    return run;
  }
};

}  // namespace whet::test
