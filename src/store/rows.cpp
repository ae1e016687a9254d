#include "store/rows.h"

namespace whet::store {

std::optional<int64_t> Row::maybe_integer() {
  const int column = column_++;
  if (statement_.is_null(column)) return std::nullopt;
  return statement_.integer(column);
}

std::optional<double> Row::maybe_real() {
  const int column = column_++;
  if (statement_.is_null(column)) return std::nullopt;
  return statement_.real(column);
}

std::optional<Speedup> Row::speedup() {
  const auto value = maybe_real(), low = maybe_real(), high = maybe_real();
  if (!value) return std::nullopt;
  return Speedup{*value, low.value_or(*value), high.value_or(*value)};
}

Json Row::json() {
  const std::string written = text();
  auto parsed = Json::parse(written);
  if (parsed) return std::move(parsed).value();
  wrong_ = "`" + written.substr(0, 40) + "`";
  return {};
}

Result<Run> read_run(const Statement& statement) {
  Row row(statement);
  Run run;
  run.id = row.integer();
  run.kernel.problem = row.text();
  run.kernel.kernel = row.text();
  run.entry = row.text();
  run.device = row.text();
  run.gpu = row.text();
  run.driver = row.text();
  run.toolkit = row.text();
  run.origin = row.choice<TimeOrigin>(k_time_origins);
  run.seed = static_cast<uint64_t>(row.integer());
  run.settings = row.json();
  run.state = row.choice<RunState>(k_run_states);
  run.began_ms = row.integer();
  run.ended_ms = row.maybe_integer();
  run.baseline = row.maybe_integer();
  run.champion = row.maybe_integer();
  run.stop_reason = row.text();
  return row.finish(std::move(run));
}

Result<Round> read_round(const Statement& statement) {
  Row row(statement);
  Round round;
  round.run = row.integer();
  round.index = static_cast<int>(row.integer());
  round.parent = row.maybe_integer();
  round.proposer = row.text();
  round.state = row.choice<RoundState>(k_round_states);
  return row.finish(std::move(round));
}

Result<Candidate> read_candidate(const Statement& statement) {
  Row row(statement);
  Candidate candidate;
  candidate.id = row.integer();
  candidate.run = row.integer();
  candidate.round = static_cast<int>(row.integer());
  candidate.index = static_cast<int>(row.integer());
  candidate.source_hash = row.text();
  candidate.tunables = row.json();
  candidate.launch = row.text();
  const Json methods = row.json();
  if (const Json::Array* names = methods.as_array()) {
    for (const Json& name : *names) candidate.methods.push_back(name.as_string() ? *name.as_string() : name.dump(-1));
  }
  candidate.memo = row.text();
  candidate.parent = row.maybe_integer();
  candidate.state = row.choice<CandidateState>(k_candidate_states);
  candidate.outcome = row.text();
  candidate.reason = row.text();
  candidate.seconds = row.maybe_real();
  candidate.speedup = row.speedup();
  return row.finish(std::move(candidate));
}

Result<Build> read_build(const Statement& statement) {
  Row row(statement);
  Build build;
  build.candidate = row.integer();
  build.compiler = row.text();
  build.flags = row.text();
  build.architecture = row.text();
  build.registers = static_cast<int>(row.integer());
  build.shared_bytes = row.integer();
  build.spill_bytes = row.integer();
  build.cubin_hash = row.text();
  build.seconds = row.real();
  return row.finish(std::move(build));
}

Result<Measurement> read_measurement(const Statement& statement) {
  Row row(statement);
  Measurement measurement;
  measurement.candidate = row.integer();
  measurement.case_name = row.text();
  measurement.kind = row.choice<MeasurementKind>(k_measurement_kinds);
  measurement.against = row.maybe_integer();
  measurement.median = row.real();
  measurement.low = row.real();
  measurement.high = row.real();
  measurement.speedup = row.speedup();
  measurement.origin = row.choice<TimeOrigin>(k_time_origins);
  measurement.clock_hz = row.real();
  measurement.samples = row.json();
  measurement.seed = static_cast<uint64_t>(row.integer());
  return row.finish(std::move(measurement));
}

Result<Attribution> read_attribution(const Statement& statement) {
  Row row(statement);
  Attribution attribution;
  attribution.candidate = row.integer();
  attribution.kind = row.choice<PartKind>(k_part_kinds);
  attribution.name = row.text();
  attribution.speedup = row.speedup();
  attribution.verdict = row.choice<PartVerdict>(k_part_verdicts);
  attribution.evidence = row.text();
  return row.finish(std::move(attribution));
}

Result<Event> read_event(const Statement& statement) {
  Row row(statement);
  Event event;
  event.id = row.integer();
  event.run = row.integer();
  event.time_ms = row.integer();
  event.kind = row.text();
  event.data = row.json();
  return row.finish(std::move(event));
}

Result<MemoryEntry> read_memory(const Statement& statement) {
  Row row(statement);
  MemoryEntry entry;
  entry.id = row.integer();
  entry.kernel.problem = row.text();
  entry.kernel.kernel = row.text();
  entry.kind = row.choice<TriedKind>(k_tried_kinds);
  entry.tried = row.text();
  entry.outcome = row.text();
  entry.reason = row.text();
  entry.speedup = row.speedup();
  entry.conditions.gpu = row.text();
  entry.conditions.origin = row.choice<TimeOrigin>(k_time_origins);
  entry.conditions.dims = row.text();
  entry.conditions.toolkit = row.text();
  entry.run = row.integer();
  entry.candidate = row.maybe_integer();
  entry.masked = row.integer() != 0;
  entry.time_ms = row.integer();
  return row.finish(std::move(entry));
}

}  // namespace whet::store
