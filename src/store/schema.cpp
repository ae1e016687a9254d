#include "store/schema.h"

#include <fmt/format.h>

namespace whet::store {

namespace {

constexpr int k_application = 0x77686574;  // "whet", in the file's header

constexpr const char* k_runs_to_events = R"sql(
CREATE TABLE runs (
  id INTEGER PRIMARY KEY, problem TEXT NOT NULL, kernel TEXT NOT NULL, entry TEXT NOT NULL, device TEXT NOT NULL,
  gpu TEXT NOT NULL, driver TEXT NOT NULL, toolkit TEXT NOT NULL, origin TEXT NOT NULL, seed INTEGER NOT NULL,
  settings TEXT NOT NULL, state TEXT NOT NULL, began INTEGER NOT NULL, ended INTEGER, baseline INTEGER, champion INTEGER,
  stop_reason TEXT NOT NULL DEFAULT '');
CREATE INDEX runs_of_kernel ON runs (kernel, problem);
CREATE TABLE rounds (
  run INTEGER NOT NULL REFERENCES runs, number INTEGER NOT NULL, parent INTEGER, proposer TEXT NOT NULL,
  state TEXT NOT NULL, PRIMARY KEY (run, number)) WITHOUT ROWID;
CREATE TABLE sources (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
CREATE TABLE candidates (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, round INTEGER NOT NULL, number INTEGER NOT NULL,
  source INTEGER NOT NULL REFERENCES sources, tunables TEXT NOT NULL, launch TEXT NOT NULL, methods TEXT NOT NULL,
  memo TEXT NOT NULL, parent INTEGER, state TEXT NOT NULL, outcome TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '');
CREATE UNIQUE INDEX candidates_of_run ON candidates (run, number);
CREATE TABLE builds (
  id INTEGER PRIMARY KEY, candidate INTEGER NOT NULL REFERENCES candidates, compiler TEXT NOT NULL, flags TEXT NOT NULL,
  architecture TEXT NOT NULL, registers INTEGER NOT NULL, shared_bytes INTEGER NOT NULL, spill_bytes INTEGER NOT NULL,
  cubin_hash TEXT NOT NULL, seconds REAL NOT NULL);
CREATE INDEX builds_of_candidate ON builds (candidate);
CREATE TABLE measurements (
  id INTEGER PRIMARY KEY, candidate INTEGER NOT NULL REFERENCES candidates, case_name TEXT NOT NULL,
  kind TEXT NOT NULL, against INTEGER, median REAL, low REAL, high REAL, speedup REAL, speedup_low REAL,
  speedup_high REAL, origin TEXT NOT NULL, clock_hz REAL, samples TEXT NOT NULL, seed INTEGER NOT NULL);
CREATE INDEX measurements_of_candidate ON measurements (candidate);
CREATE TABLE attributions (
  id INTEGER PRIMARY KEY, candidate INTEGER NOT NULL REFERENCES candidates, kind TEXT NOT NULL, name TEXT NOT NULL,
  speedup REAL, speedup_low REAL, speedup_high REAL, verdict TEXT NOT NULL, evidence TEXT NOT NULL);
CREATE INDEX attributions_of_candidate ON attributions (candidate);
CREATE TABLE events (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, time INTEGER NOT NULL, kind TEXT NOT NULL,
  data TEXT NOT NULL);
CREATE INDEX events_of_run ON events (run);
)sql";

// The speed-up is stored with the candidate, so that a list by speed reads no measurements. Older candidates get the
// slowest case of their comparisons.
constexpr const char* k_speed_and_memory = R"sql(
ALTER TABLE candidates ADD COLUMN seconds REAL;
ALTER TABLE candidates ADD COLUMN speedup REAL;
ALTER TABLE candidates ADD COLUMN speedup_low REAL;
ALTER TABLE candidates ADD COLUMN speedup_high REAL;
UPDATE candidates SET (seconds, speedup, speedup_low, speedup_high) = (
  SELECT m.median, m.speedup, m.speedup_low, m.speedup_high FROM measurements m
  WHERE m.candidate = candidates.id AND m.kind = 'comparison' ORDER BY m.speedup LIMIT 1)
WHERE outcome IN ('faster', 'slower', 'same', 'inconclusive');
CREATE INDEX candidates_by_round ON candidates (run, round, outcome, speedup);
CREATE INDEX candidates_by_outcome ON candidates (run, outcome);
CREATE INDEX candidates_by_speed ON candidates (run, speedup) WHERE speedup IS NOT NULL;
CREATE TABLE memory (
  id INTEGER PRIMARY KEY, problem TEXT NOT NULL, kernel TEXT NOT NULL, kind TEXT NOT NULL, tried TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, speedup REAL, speedup_low REAL, speedup_high REAL, gpu TEXT NOT NULL,
  origin TEXT NOT NULL, dims TEXT NOT NULL, toolkit TEXT NOT NULL, run INTEGER NOT NULL, candidate INTEGER,
  masked INTEGER NOT NULL DEFAULT 0, time INTEGER NOT NULL,
  UNIQUE (kernel, problem, kind, tried, gpu, origin, dims, toolkit));
)sql";

// Older versions recorded undecided parts as `ineffective`; their interval contains 1 and exceeds the range of `same`.
constexpr const char* k_undecided = R"sql(
UPDATE attributions SET verdict = 'undecided'
WHERE verdict = 'ineffective' AND speedup_low < 1 AND speedup_high > 1 AND (speedup_low < 0.995 OR speedup_high > 1.005);
)sql";

// `learned` has the runs that patterns were learned from, so that no run counts twice.
constexpr const char* k_patterns = R"sql(
CREATE TABLE patterns (
  id INTEGER PRIMARY KEY AUTOINCREMENT, family TEXT NOT NULL, meaning TEXT NOT NULL, types TEXT NOT NULL,
  sizes TEXT NOT NULL, bottleneck TEXT NOT NULL, kind TEXT NOT NULL, tried TEXT NOT NULL, architecture TEXT NOT NULL,
  gpu TEXT NOT NULL, origin TEXT NOT NULL, speedup REAL NOT NULL, speedup_low REAL NOT NULL, speedup_high REAL NOT NULL,
  tries REAL NOT NULL, wins REAL NOT NULL, imported INTEGER NOT NULL, time INTEGER NOT NULL,
  UNIQUE (family, meaning, types, sizes, kind, tried, architecture, gpu, origin));
CREATE TABLE learned (run INTEGER PRIMARY KEY);
)sql";

struct Migration {
  const char* what;  // what it adds
  const char* sql;
};

// Migration i turns version i into version i + 1.
constexpr Migration k_migrations[] = {
    {"runs, rounds, candidates, builds, measurements, attributions, events", k_runs_to_events},
    {"the speed of a candidate beside it; memory across runs", k_speed_and_memory},
    {"parts of a candidate that are undecided", k_undecided},
    {"patterns across kernels", k_patterns},
};

Error refuse(Database& database, Error error) {
  database.leave_untouched();
  return error;
}

Result<void> check_owner(Database& database, int64_t version) {
  TRY(tables, database.integer("SELECT count(*) FROM sqlite_schema"));
  TRY(application, database.integer("PRAGMA application_id"));
  if (application == k_application || (tables == 0 && version == 0)) return {};
  return bad_input("this file is a database, but not a whet store", database.path(), "move it away; a new one is made");
}

}  // namespace

int newest_version() {
  return static_cast<int>(std::size(k_migrations));
}

Result<void> migrate(Database& database, int version) {
  TRY(found, database.integer("PRAGMA user_version"));
  if (auto ours = check_owner(database, found); !ours) return refuse(database, std::move(ours).error());
  if (found == version) return {};
  if (found > version) {
    return refuse(database,
                  bad_input(fmt::format("the store is of version {}, this whet knows up to {}", found, version),
                            database.path(), "use the whet that made it, or a newer one"));
  }
  if (database.is_read_only()) {
    return bad_input(
        fmt::format("the store is of version {} and cannot be brought to {}: it is read-only", found, version),
        database.path(), "make it writable once");
  }
  TRY(transaction, Transaction::begin(database));
  TRY(current, database.integer("PRAGMA user_version"));  // another process may have migrated it meanwhile
  for (int64_t step = current; step < version; ++step) TRY_VOID(database.run_script(k_migrations[step].sql));
  if (current < version) {
    TRY_VOID(database.run_script(fmt::format("PRAGMA application_id = {}", k_application)));
    TRY_VOID(database.run_script(fmt::format("PRAGMA user_version = {}", version)));
  }
  return transaction.commit();
}

}  // namespace whet::store
