// Everything whet knows about a project, in one SQLite file. Each function is one transaction: when it returns, its
// data is recorded, even if the process is killed the next moment; a function that fails has changed nothing.
//
//   TRY(store, Store::open(project_of("examples/softmax", files), files));
//   TRY(lock, store.lock({"examples/softmax", "softmax"}));        // one run at a time for a kernel
//   TRY(run, store.begin_run(description, lock));
//   TRY(round, store.begin_round({.run = run, .proposer = "tuner"}));
//   TRY(candidate, store.add_candidate({.run = run, .round = round}, source));
//   TRY_VOID(store.record(candidate, {.state = CandidateState::compiled, .builds = {build}}));
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "store/attribution.h"
#include "store/build.h"
#include "store/candidate.h"
#include "store/database.h"
#include "store/event.h"
#include "store/lesson.h"
#include "store/measurement.h"
#include "store/pattern.h"
#include "store/project.h"
#include "store/round.h"
#include "store/run.h"
#include "store/run_lock.h"

namespace whet::store {

// An event that is written in the same transaction as the result it reports.
struct StageEvent {
  RunId run = 0;
  std::string kind;
  Json data;
};

// The result of one stage for a candidate. Empty fields change nothing.
struct StageResult {
  CandidateState state = CandidateState::proposed;
  std::string outcome, reason;
  std::optional<double> seconds;
  std::optional<Speedup> speedup;
  std::vector<Build> builds;              // `candidate` is filled in by the store
  std::vector<Measurement> measurements;  // `candidate` is filled in by the store
  std::optional<StageEvent> event;
};

// All data of a run, as resuming needs it.
struct RunRecord {
  Run run;
  std::vector<Round> rounds;
  std::vector<Candidate> candidates;  // by index
  std::vector<Build> builds;
  std::vector<Measurement> measurements;  // without samples; a `CandidateRecord` has them
  std::vector<Attribution> attributions;
};

struct CandidateRecord {
  Candidate candidate;
  std::string source;
  std::vector<Build> builds;
  std::vector<Measurement> measurements;
  std::vector<Attribution> attributions;
};

struct CandidatePage {
  enum class Order { index, speed };  // speed: fastest first, without those that have no speed-up
  Order order = Order::index;
  int64_t offset = 0;
  int64_t limit = 50;
};

struct OutcomeCount {
  std::string outcome;  // empty: not judged yet
  int64_t candidates = 0;
};

struct StoreSettings {
  OpenMode mode = OpenMode::create;
  std::function<int64_t()> now_ms = {};  // since the epoch; empty: the system clock
};

class Store {
 public:
  static Result<Store> open(const Project& project, FileSystem& files, const StoreSettings& settings = {});

  const Project& project() const { return project_; }

  // Marks runs of this kernel whose process died as `interrupted`.
  Result<RunLock> lock(const KernelId& kernel);

  // A run and its rounds. Ids, indices and times are assigned here; the caller's values of these are ignored.
  Result<RunId> begin_run(const Run& run, RunLock& lock);
  Result<int> begin_round(const Round& round);
  Result<void> finish_round(RunId run, int round);
  Result<void> set_baseline(RunId run, CandidateId candidate);
  Result<void> set_champion(RunId run, CandidateId candidate);
  Result<void> pause_run(RunId run);  // until its driver's next command
  Result<void> finish_run(RunId run, RunState state, const std::string& reason);

  // A candidate and its stages.
  Result<CandidateId> add_candidate(const Candidate& candidate, const std::string& source);
  Result<void> record(CandidateId candidate, const StageResult& result);
  Result<void> add_measurement(const Measurement& measurement);
  Result<void> add_attribution(const Attribution& attribution);
  Result<void> add_event(RunId run, const std::string& kind, const Json& data);

  // Sets the run to `running` and returns all its data. A finished run is rejected.
  Result<RunRecord> resume(RunId run, RunLock& lock);

  // Reading. A run whose process died reads as `interrupted`.
  Result<std::vector<Run>> runs();  // newest first
  Result<Run> run(RunId id);
  Result<std::optional<Run>> latest_run();
  Result<std::optional<Run>> latest_run(const KernelId& kernel);
  Result<RunRecord> record_of(RunId run);
  Result<std::vector<RoundSummary>> rounds(RunId run, int64_t last = 1'000'000);  // the last ones, oldest first
  Result<std::vector<OutcomeCount>> outcomes(RunId run);
  Result<std::vector<Candidate>> candidates(RunId run, const CandidatePage& page = {});
  Result<Candidate> candidate(CandidateId id);
  Result<CandidateRecord> candidate_record(CandidateId id);
  Result<CandidateId> candidate_at(RunId run, int index);
  Result<std::string> source(const std::string& hash);
  Result<std::vector<Event>> events(RunId run, int64_t after = 0, int64_t limit = 1000);
  Result<std::vector<Event>> events_of(RunId run, const std::string& kind);  // all of one kind, in order

  // Memory. The same attempt under the same conditions replaces the earlier entry; a negative result also unmasks it.
  Result<LessonId> remember(const Lesson& entry);
  enum class Masked { left_out, included };
  Result<std::vector<Lesson>> lessons_of(const KernelId& kernel, Masked masked = Masked::left_out);
  Result<std::vector<Lesson>> lessons(const std::string& kernel_name = {}, Masked masked = Masked::included);
  Result<void> mask(const std::vector<LessonId>& entries);
  Result<void> unmask(const std::vector<LessonId>& entries);
  // See part_to_mask; also records an event with the masked entries.
  Result<std::vector<LessonId>> mask_part(const KernelId& kernel, uint64_t seed, RunId run, double share = 0.5);

  // Patterns, oldest first. One that is known already (`Pattern::is_same`) is replaced. `learned_from` is noted in the
  // same transaction, so that no run is learned from twice.
  Result<std::vector<Pattern>> patterns();
  Result<void> keep_patterns(const std::vector<Pattern>& patterns, std::optional<RunId> learned_from = {});
  Result<std::vector<Run>> runs_to_learn_from();  // finished ones that nothing was learned from yet, oldest first
  Result<void> forget_patterns(const std::vector<PatternId>& patterns);

 private:
  Store(Project project, Database database, std::function<int64_t()> now_ms);

  Result<void> put_pattern(const Pattern& pattern);
  Result<void> set_run_state(RunId run, RunState state, std::optional<int64_t> ended, const std::string& reason);
  Result<void> set_masked(const std::vector<LessonId>& entries, bool masked);
  Result<std::vector<Run>> select_runs(const std::string& rest, std::initializer_list<SqlValue> values);

  Project project_;
  Database database_;
  std::function<int64_t()> now_ms_;
};

}  // namespace whet::store
