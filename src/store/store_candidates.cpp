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
constexpr const char* k_add_build =
    "INSERT INTO builds (candidate, compiler, flags, architecture, registers, shared_bytes, spill_bytes, cubin_hash, "
    "seconds) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
constexpr const char* k_add_measurement =
    "INSERT INTO measurements (candidate, case_name, kind, against, median, low, high, speedup, speedup_low, "
    "speedup_high, origin, clock_hz, samples, seed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, "
    "?14)";
constexpr const char* k_add_attribution =
    "INSERT INTO attributions (candidate, kind, name, speedup, speedup_low, speedup_high, verdict, evidence) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";

using SpeedupField = double Speedup::*;
std::optional<double> field(const std::optional<Speedup>& speedup, SpeedupField which) {
  return speedup ? std::optional((*speedup).*which) : std::nullopt;
}

Result<void> insert(Database& database, CandidateId candidate, const Build& build) {
  return database.run(k_add_build, {candidate, build.compiler, build.flags, build.architecture, build.registers,
                                    build.shared_bytes, build.spill_bytes, build.cubin_hash, build.seconds});
}

Result<void> insert(Database& database, CandidateId candidate, const Measurement& m) {
  const std::string samples = m.samples.dump(-1);
  return database.run(k_add_measurement,
                      {candidate, m.case_name, name_of(m.kind), m.against, m.median, m.low, m.high,
                       field(m.speedup, &Speedup::value), field(m.speedup, &Speedup::low),
                       field(m.speedup, &Speedup::high), name_of(m.origin), m.clock_hz, samples, m.seed});
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
  for (const Build& build : result.builds) TRY_VOID(insert(database_, candidate, build));
  for (const Measurement& measurement : result.measurements) TRY_VOID(insert(database_, candidate, measurement));
  if (result.event) TRY_VOID(add_event(result.event->run, result.event->kind, result.event->data));
  return transaction.commit();
}

Result<void> Store::add_measurement(const Measurement& measurement) {
  return insert(database_, measurement.candidate, measurement);
}

Result<void> Store::add_attribution(const Attribution& a) {
  return database_.run(k_add_attribution, {a.candidate, name_of(a.kind), a.name, field(a.speedup, &Speedup::value),
                                           field(a.speedup, &Speedup::low), field(a.speedup, &Speedup::high),
                                           name_of(a.verdict), a.evidence});
}

}  // namespace whet::store
