// store_bench FOLDER [CANDIDATES]: fills a store with one run, then asks it what `whet show` asks. Prints a table.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "store/store.h"
#include "util/statistics.h"
#include "util/system/process.h"

namespace {

using namespace whet;
using namespace whet::store;

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void must(const Result<void>& result) {
  if (result) return;
  std::fputs(describe(result.error()).c_str(), stderr);
  std::exit(1);
}

template <typename T>
T must(Result<T> result) {
  if (!result) must(Result<void>(result.error()));
  return std::move(result).value();
}

Measurement measurement(MeasurementKind kind, double speedup, int samples) {
  Measurement made;
  made.case_name = "default";
  made.kind = kind;
  made.median = 1e-3 / speedup;
  made.low = made.median * 0.99;
  made.high = made.median * 1.01;
  made.speedup = Speedup{speedup, speedup * 0.99, speedup * 1.01};
  for (int i = 0; i < samples; ++i) made.samples.push_back(made.median * (1 + 0.0001 * i));
  return made;
}

// Everything the loop records of one candidate: five transactions and an event.
void add(Store& store, RunId run, int round, int number, const std::string& source) {
  const double speedup = 0.5 + (number * 7919 % 10007) / 4000.0;
  Candidate candidate{.run = run, .round = round};
  candidate.tunables = Json::Object{{"TILE", number % 64}, {"ROWS", number / 64 % 16}, {"UNROLL", number / 1024}};
  candidate.methods = {"memory.vectorized_access"};
  const CandidateId id = must(store.add_candidate(candidate, source));
  const Build build{0, "NVRTC 13.0", "-O3 --use_fast_math", "sm_90a", 40 + number % 100, 8192, 0, "c0ffee", 0.02};
  must(store.record(id, {.state = CandidateState::compiled, .builds = {build}}));
  must(store.record(id, {.state = CandidateState::checked, .outcome = "correct"}));
  must(store.record(
      id, {.state = CandidateState::screened, .measurements = {measurement(MeasurementKind::screen, speedup, 7)}}));
  StageResult compared;
  compared.state = CandidateState::compared;
  compared.outcome = speedup > 1 ? "faster" : "slower";
  compared.seconds = 1e-3 / speedup;
  compared.speedup = Speedup{speedup, speedup * 0.99, speedup * 1.01};
  compared.measurements = {measurement(MeasurementKind::comparison, speedup, 52)};
  must(store.record(id, compared));
  must(store.add_event(run, "candidate", Json::Object{{"number", number}}));
}

struct Filled {
  std::vector<double> seconds;  // of each candidate, sorted
  double all = 0;
};

// Eight candidates a round, a new source every hundred: a tuner with now and then another rewrite.
Filled fill(Store& store, int candidates) {
  Filled filled;
  const KernelId kernel{".", "softmax"};
  RunLock lock = must(store.lock(kernel));
  Run described;
  described.kernel = kernel;
  described.device = "cuda:0";
  const RunId run = must(store.begin_run(described, lock));
  filled.all = seconds_of([&] {
    int round = 0;
    for (int i = 0; i < candidates; ++i) {
      if (i % 8 == 0) round = must(store.begin_round({.run = run, .proposer = "tuner"}));
      const std::string source = std::string(6000, 'x') + std::to_string(i / 100);
      filled.seconds.push_back(seconds_of([&] { add(store, run, round, i, source); }));
    }
  });
  must(store.set_champion(run, must(store.candidates(run, {.order = CandidatePage::Order::speed})).front().id));
  must(store.finish_run(run, RunState::finished, "done"));
  std::sort(filled.seconds.begin(), filled.seconds.end());
  return filled;
}

void row(const char* what, std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  std::printf("| %s | %.2f ms | %.2f ms |\n", what, 1e3 * quantile(seconds, 0.5), 1e3 * seconds.back());
}

// The command as a user runs it.
std::vector<double> time_command(const std::string& folder, std::vector<std::string> arguments) {
  SystemProcessRunner processes;
  arguments.insert(arguments.begin(), WHET_PROGRAM);
  ProcessCommand command{.argv = arguments, .directory = folder};
  std::vector<double> seconds;
  for (int i = 0; i < 21; ++i) {
    seconds.push_back(seconds_of([&] {
      if (must(processes.run(command)).exit_code != 0) std::exit(1);
    }));
  }
  return seconds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fputs("usage: store_bench FOLDER [CANDIDATES]\n", stderr), 3;
  const std::string folder = argv[1];
  const int candidates = argc > 2 ? std::atoi(argv[2]) : 100'000;
  DiskFileSystem files;
  {
    Store store = must(Store::open(Project{folder}, files));
    const Filled filled = fill(store, candidates);
    std::printf("%d candidates recorded in %.1f s\n\n| a candidate with all its stages | |\n| --- | --: |\n",
                candidates, filled.all);
    for (const double share : {0.5, 0.9, 0.99, 1.0})
      std::printf("| %.0f %% take at most | %.3f ms |\n", 100 * share, 1e3 * quantile(filled.seconds, share));
    std::printf("| mean | %.3f ms |\n", 1e3 * filled.all / candidates);
  }
  const double bytes = static_cast<double>(std::filesystem::file_size(Project{folder}.database()));
  std::printf(
      "\nfile: %.1f MB, %.0f bytes a candidate\n\n| command, 21 times | median | longest |\n| --- | --: | --: |\n",
      bytes / 1e6, bytes / candidates);
  row("`whet show`", time_command(folder, {"show"}));
  row("`whet show --top 1000`", time_command(folder, {"show", "--top", "1000"}));
  row("`whet show --candidate N`", time_command(folder, {"show", "--candidate", std::to_string(candidates / 2)}));
  row("`whet runs`", time_command(folder, {"runs"}));
  const double resumed = seconds_of([&] { (void)must(must(Store::open(Project{folder}, files)).record_of(1)); });
  std::printf("| the whole run as values, once | %.0f ms | |\n", 1e3 * resumed);
  return 0;
}
