// store_sample FOLDER: makes a store there with two runs, so that cases have something to show. Times are fixed.
#include <cstdio>

#include "store/store.h"

namespace {

using namespace whet;
using namespace whet::store;

const KernelId k_kernel{".", "softmax"};

Run described() {
  Run run;
  run.kernel = k_kernel;
  run.entry = "softmax";
  run.device = "virtual:h200";
  run.gpu = "H200 SXM 141GB";
  run.toolkit = "CUDA 13.0";
  run.origin = TimeOrigin::modelled;
  run.seed = 7;
  return run;
}

StageResult compared(const std::string& outcome, double speedup) {
  Measurement measurement;
  measurement.case_name = "default";
  measurement.kind = MeasurementKind::comparison;
  measurement.median = measurement.low = measurement.high = 1.2e-3 / speedup;
  measurement.origin = TimeOrigin::modelled;
  StageResult result;
  result.state = CandidateState::compared;
  result.outcome = outcome;
  result.seconds = measurement.median;
  result.speedup = measurement.speedup = Speedup{speedup, 0.95 * speedup, 1.05 * speedup};
  result.builds = {{0, "NVRTC 13.0", "-O3", "sm_90a", 40, 8192, 0, "c0ffee", 0.045}};
  result.measurements = {measurement};
  return result;
}

Result<void> tune(Store& store, RunId run, int round, CandidateId baseline) {
  for (const int tile : {16, 32, 64}) {
    Candidate candidate{.run = run, .round = round, .tunables = Json::Object{{"TILE", tile}}, .parent = baseline};
    TRY(id, store.add_candidate(candidate, "__global__ void softmax() {}\n"));
    if (tile == 64) {
      TRY_VOID(
          store.record(id, {.state = CandidateState::checked, .outcome = "wrong", .reason = "out differs in row 3"}));
      continue;
    }
    TRY_VOID(store.record(id, compared("faster", tile / 10.0)));
    TRY_VOID(store.set_champion(run, id));
    Lesson entry{.kernel = k_kernel, .tried = candidate.tunables.dump(-1), .outcome = "faster"};
    entry.speedup = Speedup{tile / 10.0, 0.95 * tile / 10, 1.05 * tile / 10};
    entry.conditions = {"H200 SXM 141GB", TimeOrigin::modelled, "rows=2048", "CUDA 13.0"};
    entry.run = run;
    TRY_VOID(store.remember(entry));
  }
  return {};
}

// What the loop says of its leaders and its end.
Result<void> tell(Store& store, RunId run, CandidateId baseline, CandidateId champion) {
  const auto leads = [&](CandidateId id, double speedup) {
    return store.add_event(run, "champion",
                           Json::Object{{"candidate", id},
                                        {"speedup", speedup},
                                        {"low", 0.95 * speedup},
                                        {"high", 1.05 * speedup},
                                        {"seconds", 1.2e-3 / speedup}});
  };
  TRY_VOID(leads(baseline, 1));
  TRY_VOID(leads(champion, 3.2));
  return store.add_event(run, "result",
                         Json::Object{{"outcome", "faster"},
                                      {"reason", "confirmed on fresh data"},
                                      {"speedup", 3.2},
                                      {"low", 3.04},
                                      {"high", 3.36},
                                      {"baseline_seconds", 1.2e-3},
                                      {"champion_seconds", 0.375e-3},
                                      {"floor_seconds", 0.12e-3},
                                      {"floor_name", "DRAM traffic"},
                                      {"share_before", 0.1},
                                      {"share_after", 0.32},
                                      {"bytes", 5.76e8},
                                      {"flops", 1.5e8},
                                      {"origin", "modelled"},
                                      {"candidates", 4},
                                      {"seconds", 2.5}});
}

Result<void> make(const std::string& folder) {
  DiskFileSystem files;
  int64_t now_ms = 1'763'200'000'000;
  TRY(store, Store::open(Project{folder}, files, {.now_ms = [&] { return now_ms += 1000; }}));
  TRY(lock, store.lock(k_kernel));
  TRY(run, store.begin_run(described(), lock));
  TRY(baseline, store.add_candidate({.run = run}, "__global__ void softmax() { /* original */ }\n"));
  TRY_VOID(store.record(baseline, compared("same", 1)));
  TRY_VOID(store.set_baseline(run, baseline));
  TRY(round, store.begin_round({.run = run, .parent = baseline, .proposer = "tuner"}));
  TRY_VOID(tune(store, run, round, baseline));
  TRY(champion, store.candidate_at(run, 3));
  TRY_VOID(store.add_attribution(
      {champion, PartKind::tunable, "TILE", Speedup{3.2, 3.0, 3.4}, PartVerdict::effective, "LDG.E.128: 8, parent 0"}));
  TRY_VOID(tell(store, run, baseline, champion));
  TRY_VOID(store.finish_round(run, round));
  TRY_VOID(store.finish_run(run, RunState::finished, "no progress for 1 round"));
  TRY(second, store.begin_run(described(), lock));
  TRY_VOID(store.begin_round({.run = second, .proposer = "outside"}));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 3;
  const auto made = make(argv[1]);
  if (!made) std::fputs(describe(made.error()).c_str(), stderr);
  return made ? 0 : 1;
}
