// Store: runs, rounds and events.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace whet::store {

namespace {

Error no_run(RunId id, const std::string& path) {
  return bad_input(fmt::format("there is no run {}", id), path, "`whet runs` lists them");
}

// Fails for a candidate of another run.
Result<void> name_candidate(Database& database, RunId run, CandidateId candidate, const std::string& update) {
  TRY_VOID(
      database.run(update + " AND EXISTS (SELECT 1 FROM candidates WHERE id = ?2 AND run = ?1)", {run, candidate}));
  if (database.changed() == 1) return {};
  return failed(fmt::format("run {} has no candidate of id {}", run, candidate), database.path());
}

}  // namespace

Result<RunId> Store::begin_run(const Run& run, RunLock& lock) {
  TRY_VOID(database_.run(
      "INSERT INTO runs (problem, kernel, entry, device, gpu, driver, toolkit, origin, seed, settings, state, began) "
      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'running', ?11)",
      {run.kernel.problem, run.kernel.kernel, run.entry, run.device, run.gpu, run.driver, run.toolkit,
       name_of(run.origin), run.seed, run.settings.dump(-1), now_ms_()}));
  const RunId id = database_.last_id();
  TRY_VOID(lock.tell(id));
  return id;
}

Result<int> Store::begin_round(const Round& round) {
  TRY(statement,
      database_.query("INSERT INTO rounds (run, number, parent, proposer, state) VALUES "
                      "(?1, 1 + coalesce((SELECT max(number) FROM rounds WHERE run = ?1), 0), ?2, ?3, 'open') "
                      "RETURNING number",
                      {round.run, round.parent, round.proposer}));
  TRY(row, statement.step());
  const int index = row ? static_cast<int>(statement.integer(0)) : 0;
  TRY_VOID(statement.step());  // runs the statement to its end, so that the row is committed
  return index;
}

Result<void> Store::finish_round(RunId run, int round) {
  TRY_VOID(database_.run("UPDATE rounds SET state = 'finished' WHERE run = ?1 AND number = ?2", {run, round}));
  if (database_.changed() == 1) return {};
  return failed(fmt::format("run {} has no round {}", run, round), database_.path());
}

Result<void> Store::set_baseline(RunId run, CandidateId candidate) {
  return name_candidate(database_, run, candidate, "UPDATE runs SET baseline = ?2 WHERE id = ?1");
}

Result<void> Store::set_champion(RunId run, CandidateId candidate) {
  return name_candidate(database_, run, candidate, "UPDATE runs SET champion = ?2 WHERE id = ?1");
}

Result<void> Store::set_run_state(RunId run, RunState state, std::optional<int64_t> ended, const std::string& reason) {
  TRY_VOID(database_.run("UPDATE runs SET state = ?2, ended = ?3, stop_reason = ?4 WHERE id = ?1",
                         {run, name_of(state), ended, reason}));
  if (database_.changed() == 1) return {};
  return no_run(run, database_.path());
}

Result<void> Store::pause_run(RunId run) {
  return set_run_state(run, RunState::waiting, std::nullopt, "");
}

Result<void> Store::finish_run(RunId run, RunState state, const std::string& reason) {
  return set_run_state(run, state, now_ms_(), reason);
}

Result<void> Store::add_event(RunId run, const std::string& kind, const Json& data) {
  return database_.run("INSERT INTO events (run, time, kind, data) VALUES (?1, ?2, ?3, ?4)",
                       {run, now_ms_(), kind, data.dump(-1)});
}

Result<RunRecord> Store::resume(RunId id, RunLock& lock) {
  TRY(found, run(id));
  if (!can_resume(found.state)) {
    return bad_input(fmt::format("run {} is {}: there is nothing to resume", id, name_of(found.state)),
                     database_.path(), "`whet runs` shows the state of every run");
  }
  TRY_VOID(set_run_state(id, RunState::running, std::nullopt, ""));
  TRY_VOID(lock.tell(id));
  return record_of(id);
}

// A `running` run whose kernel lock is free reads as interrupted: its process died.
Result<std::vector<Run>> Store::select_runs(const std::string& rest, std::initializer_list<SqlValue> values) {
  TRY(statement, database_.query(fmt::format("SELECT {} FROM runs {}", columns_of<Run>(), rest), values));
  TRY(runs, read_all<Run>(std::move(statement)));
  for (Run& run : runs) {
    if (run.state == RunState::running && !lock_holder(project_.folder(), run.kernel))
      run.state = RunState::interrupted;
  }
  return runs;
}

Result<std::vector<Run>> Store::runs() {
  return select_runs("ORDER BY id DESC", {});
}

Result<Run> Store::run(RunId id) {
  TRY(found, select_runs("WHERE id = ?1", {id}));
  if (found.empty()) return no_run(id, database_.path());
  return std::move(found.front());
}

Result<std::optional<Run>> Store::latest_run() {
  TRY(found, select_runs("ORDER BY id DESC LIMIT 1", {}));
  if (found.empty()) return std::optional<Run>();
  return std::optional<Run>(std::move(found.front()));
}

Result<std::optional<Run>> Store::latest_run(const KernelId& kernel) {
  TRY(found,
      select_runs("WHERE kernel = ?1 AND problem = ?2 ORDER BY id DESC LIMIT 1", {kernel.kernel, kernel.problem}));
  if (found.empty()) return std::optional<Run>();
  return std::optional<Run>(std::move(found.front()));
}

Result<std::vector<Event>> Store::events(RunId run, int64_t after, int64_t limit) {
  TRY(statement, database_.query(fmt::format("SELECT {} FROM events WHERE run = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
                                             columns_of<Event>()),
                                 {run, after, limit}));
  return read_all<Event>(std::move(statement));
}

Result<std::vector<Event>> Store::events_of(RunId run, const std::string& kind) {
  TRY(statement, database_.query(
                     fmt::format("SELECT {} FROM events WHERE run = ?1 AND kind = ?2 ORDER BY id", columns_of<Event>()),
                     {run, kind}));
  return read_all<Event>(std::move(statement));
}

}  // namespace whet::store
