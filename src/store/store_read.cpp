// Store: reading what was recorded.
#include <fmt/format.h>

#include <algorithm>

#include "store/rows.h"
#include "store/store.h"

namespace whet::store {

namespace {

constexpr const char* k_candidates = "SELECT {} FROM candidates c JOIN sources s ON s.id = c.source WHERE {}";

// One row per round and outcome. An index covers it, so its cost does not grow with the size of candidates.
constexpr const char* k_round_figures =
    "SELECT round, outcome, count(*), max(speedup) FROM candidates WHERE run = ?1 AND round >= ?2 GROUP BY round, "
    "outcome";

// Rows of a table with a candidate column, for one candidate or a whole run.
template <typename T>
Result<std::vector<T>> belonging(Database& database, const char* table, const char* condition, int64_t id,
                                 const std::string& columns = columns_of<T>()) {
  TRY(statement,
      database.query(fmt::format("SELECT {} FROM {} WHERE {} ORDER BY id", columns, table, condition), {id}));
  return read_all<T>(std::move(statement));
}

// Samples are many, and not wanted where a whole run is shown.
std::string columns_without_samples() {
  std::string columns = columns_of<Measurement>();
  const std::string samples = "samples";
  return columns.replace(columns.find(samples), samples.size(), "'[]'");
}

}  // namespace

Result<std::vector<RoundSummary>> Store::rounds(RunId run, int64_t last) {
  TRY(statement, database_.query(fmt::format("SELECT {} FROM rounds WHERE run = ?1 ORDER BY number DESC LIMIT ?2",
                                             columns_of<Round>()),
                                 {run, last}));
  TRY(rounds, read_all<Round>(std::move(statement)));
  std::reverse(rounds.begin(), rounds.end());
  std::vector<RoundSummary> summaries;
  for (Round& round : rounds) summaries.push_back({std::move(round)});
  if (summaries.empty()) return summaries;
  const int first = summaries.front().round.index;
  TRY(figures, database_.query(k_round_figures, {run, first}));
  while (true) {
    TRY(row, figures.step());
    if (!row) return summaries;
    const int64_t place = figures.integer(0) - first;  // rounds are numbered without gaps
    if (place < 0 || place >= static_cast<int64_t>(summaries.size())) continue;
    RoundSummary& summary = summaries[static_cast<size_t>(place)];
    summary.candidates += figures.integer(2);
    if (is_sound(figures.text(1))) summary.sound += figures.integer(2);
    if (!figures.is_null(3)) summary.best = std::max(summary.best.value_or(0), figures.real(3));
  }
}

Result<std::vector<OutcomeCount>> Store::outcomes(RunId run) {
  TRY(statement,
      database_.query("SELECT outcome, count(*) FROM candidates WHERE run = ?1 GROUP BY outcome ORDER BY 2 DESC, 1",
                      {run}));
  std::vector<OutcomeCount> counts;
  while (true) {
    TRY(row, statement.step());
    if (!row) return counts;
    counts.push_back({statement.text(0), statement.integer(1)});
  }
}

Result<std::vector<Candidate>> Store::candidates(RunId run, const CandidatePage& page) {
  const char* condition = page.order == CandidatePage::Order::speed
                              ? "c.run = ?1 AND c.speedup IS NOT NULL ORDER BY c.speedup DESC, c.id LIMIT ?2 OFFSET ?3"
                              : "c.run = ?1 ORDER BY c.number LIMIT ?2 OFFSET ?3";
  TRY(statement, database_.query(fmt::format(fmt::runtime(k_candidates), columns_of<Candidate>("c."), condition),
                                 {run, page.limit, page.offset}));
  return read_all<Candidate>(std::move(statement));
}

Result<Candidate> Store::candidate(CandidateId id) {
  TRY(statement,
      database_.query(fmt::format(fmt::runtime(k_candidates), columns_of<Candidate>("c."), "c.id = ?1"), {id}));
  TRY(row, statement.step());
  if (!row) return failed(fmt::format("there is no candidate of id {}", id), database_.path());
  return read_row<Candidate>(statement);
}

Result<CandidateId> Store::candidate_at(RunId run, int index) {
  TRY(statement, database_.query("SELECT id FROM candidates WHERE run = ?1 AND number = ?2", {run, index}));
  TRY(row, statement.step());
  if (row) return statement.integer(0);
  TRY(count, database_.integer("SELECT count(*) FROM candidates WHERE run = ?1", {run}));
  return bad_input(fmt::format("run {} has no candidate {}", run, index), database_.path(),
                   count ? fmt::format("its candidates are 1 to {}", count) : "it has none yet");
}

Result<CandidateRecord> Store::candidate_record(CandidateId id) {
  TRY(found, candidate(id));
  TRY(text, source(found.source_hash));
  const char* of_candidate = "candidate = ?1";
  TRY(builds, belonging<Build>(database_, "builds", of_candidate, id));
  TRY(measurements, belonging<Measurement>(database_, "measurements", of_candidate, id));
  TRY(attributions, belonging<Attribution>(database_, "attributions", of_candidate, id));
  return CandidateRecord{std::move(found), std::move(text), std::move(builds), std::move(measurements),
                         std::move(attributions)};
}

Result<RunRecord> Store::record_of(RunId id) {
  RunRecord record;
  TRY(found, run(id));
  TRY(statement,
      database_.query(fmt::format("SELECT {} FROM rounds WHERE run = ?1 ORDER BY number", columns_of<Round>()), {id}));
  TRY(rounds, read_all<Round>(std::move(statement)));
  TRY(all, candidates(id, {.limit = -1}));
  const char* of_run = "candidate IN (SELECT id FROM candidates WHERE run = ?1)";
  TRY(builds, belonging<Build>(database_, "builds", of_run, id));
  TRY(measurements, belonging<Measurement>(database_, "measurements", of_run, id, columns_without_samples()));
  TRY(attributions, belonging<Attribution>(database_, "attributions", of_run, id));
  return RunRecord{std::move(found),  std::move(rounds),       std::move(all),
                   std::move(builds), std::move(measurements), std::move(attributions)};
}

Result<std::string> Store::source(const std::string& hash) {
  TRY(statement, database_.query("SELECT text FROM sources WHERE hash = ?1", {hash}));
  TRY(row, statement.step());
  if (!row) return failed("the store has no source of hash " + hash, database_.path());
  return statement.text(0);
}

}  // namespace whet::store
