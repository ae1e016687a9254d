// Store: candidates and their results.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"
#include "util/hash.h"

namespace whet::store {

namespace {

constexpr const char* k_add_candidate =
    "INSERT INTO candidates (run, round, number, source, tunables, launch, methods, memo, parent, state) VALUES "
    "(?1, ?2, 1 + coalesce((SELECT max(number) FROM candidates WHERE run = ?1), 0), "
    "(SELECT id FROM sources WHERE hash = ?3), ?4, ?5, ?6, ?7, ?8, ?9)";
constexpr const char* k_record =
    "UPDATE candidates SET state = ?2, outcome = coalesce(nullif(?3, ''), outcome), "
    "reason = coalesce(nullif(?4, ''), reason), seconds = coalesce(?5, seconds), speedup = coalesce(?6, speedup), "
    "speedup_low = coalesce(?7, speedup_low), speedup_high = coalesce(?8, speedup_high) WHERE id = ?1";
using SpeedupField = double Speedup::*;
std::optional<double> field(const std::optional<Speedup>& speedup, SpeedupField which) {
  return speedup ? std::optional((*speedup).*which) : std::nullopt;
}

// A row that belongs to the candidate, whoever it says it is of.
template <typename T>
Result<void> insert_of(Database& database, CandidateId candidate, const std::string& table, T row) {
  row.candidate = candidate;
  return insert_row(database, table, row);
}

}  // namespace

Result<CandidateId> Store::add_candidate(const Candidate& candidate, const std::string& source) {
  const Json methods = json_array(candidate.methods, [](const std::string& name) { return Json(name); });
  const std::string hash = sha256_hex(source);
  TRY(transaction, Transaction::begin(database_));
  TRY_VOID(database_.run("INSERT INTO sources (hash, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING", {hash, source}));
  TRY_VOID(database_.run(k_add_candidate,
                         {candidate.run, candidate.round, hash, candidate.tunables.dump(-1), candidate.launch,
                          methods.dump(-1), candidate.memo, candidate.parent, name_of(candidate.state)}));
  const CandidateId id = database_.last_id();
  TRY_VOID(transaction.commit());
  return id;
}

Result<void> Store::record(CandidateId candidate, const StageResult& result) {
  TRY(transaction, Transaction::begin(database_));
  const auto& speedup = result.speedup;
  TRY_VOID(database_.run(
      k_record, {candidate, name_of(result.state), result.outcome, result.reason, result.seconds,
                 field(speedup, &Speedup::value), field(speedup, &Speedup::low), field(speedup, &Speedup::high)}));
  if (database_.changed() != 1)
    return failed(fmt::format("there is no candidate of id {}", candidate), database_.path());
  for (const Build& build : result.builds) TRY_VOID(insert_of(database_, candidate, "builds", build));
  for (const Measurement& each : result.measurements) TRY_VOID(insert_of(database_, candidate, "measurements", each));
  if (result.event) TRY_VOID(add_event(result.event->run, result.event->kind, result.event->data));
  return transaction.commit();
}

Result<void> Store::add_measurement(const Measurement& measurement) {
  return insert_row(database_, "measurements", measurement);
}

Result<void> Store::add_attribution(const Attribution& attribution) {
  return insert_row(database_, "attributions", attribution);
}

}  // namespace whet::store
