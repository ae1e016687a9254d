// Rows of the store's tables as values. Each type lists its columns once, in the order of reading and writing.
#pragma once

#include <string>
#include <vector>

#include "store/attribution.h"
#include "store/build.h"
#include "store/candidate.h"
#include "store/choice.h"
#include "store/database.h"
#include "store/event.h"
#include "store/measurement.h"
#include "store/memory.h"
#include "store/round.h"
#include "store/run.h"

namespace whet::store {

// Reads a row from left to right. `finish` reports anything that could not be parsed.
class Row {
 public:
  explicit Row(const Statement& statement) : statement_(statement) {}

  int64_t integer() { return statement_.integer(column_++); }
  double real() { return statement_.real(column_++); }
  std::string text() { return statement_.text(column_++); }
  std::optional<int64_t> maybe_integer();
  std::optional<double> maybe_real();
  std::optional<Speedup> speedup();  // three columns
  Json json();
  template <typename Enum, size_t N>
  Enum choice(const std::array<std::string_view, N>& names);

  template <typename T>
  Result<T> finish(T value) const {
    if (wrong_.empty()) return value;
    return failed("the store holds an unknown value: " + wrong_, statement_.file());
  }

 private:
  const Statement& statement_;
  int column_ = 0;
  std::string wrong_;
};

template <typename Enum, size_t N>
Enum Row::choice(const std::array<std::string_view, N>& names) {
  const std::string name = text();
  const auto chosen = choice_of<Enum>(names, name);
  if (!chosen) wrong_ = "`" + name + "`";
  return chosen.value_or(Enum{});
}

inline constexpr const char* k_run_columns =
    "id, problem, kernel, entry, device, gpu, driver, toolkit, origin, seed, settings, state, began, ended, baseline, "
    "champion, "
    "stop_reason";
inline constexpr const char* k_round_columns = "run, number, parent, proposer, state";
// Joins candidates c and sources s.
inline constexpr const char* k_candidate_columns =
    "c.id, c.run, c.round, c.number, s.hash, c.tunables, c.launch, c.methods, c.memo, c.parent, c.state, c.outcome, "
    "c.reason, c.seconds, c.speedup, c.speedup_low, c.speedup_high";
inline constexpr const char* k_build_columns =
    "b.candidate, b.compiler, b.flags, b.architecture, b.registers, b.shared_bytes, b.spill_bytes, b.cubin_hash, "
    "b.seconds";
inline constexpr const char* k_measurement_columns =
    "m.candidate, m.case_name, m.kind, m.against, m.median, m.low, m.high, m.speedup, m.speedup_low, m.speedup_high, "
    "m.origin, m.clock_hz, m.samples, m.seed";
inline constexpr const char* k_measurement_columns_without_samples =
    "m.candidate, m.case_name, m.kind, m.against, m.median, m.low, m.high, m.speedup, m.speedup_low, m.speedup_high, "
    "m.origin, m.clock_hz, '[]', m.seed";
inline constexpr const char* k_attribution_columns =
    "a.candidate, a.kind, a.name, a.speedup, a.speedup_low, a.speedup_high, a.verdict, a.evidence";
inline constexpr const char* k_event_columns = "id, run, time, kind, data";
inline constexpr const char* k_memory_columns =
    "id, problem, kernel, kind, tried, outcome, reason, speedup, speedup_low, speedup_high, gpu, origin, dims, "
    "toolkit, "
    "run, candidate, masked, time";

Result<Run> read_run(const Statement& statement);
Result<Round> read_round(const Statement& statement);
Result<Candidate> read_candidate(const Statement& statement);
Result<Build> read_build(const Statement& statement);
Result<Measurement> read_measurement(const Statement& statement);
Result<Attribution> read_attribution(const Statement& statement);
Result<Event> read_event(const Statement& statement);
Result<MemoryEntry> read_memory(const Statement& statement);

// Reads all rows of a statement with one of the functions above.
template <typename T>
Result<std::vector<T>> read_all(Statement statement, Result<T> (*read)(const Statement&)) {
  std::vector<T> values;
  while (true) {
    TRY(row, statement.step());
    if (!row) return values;
    TRY(value, read(statement));
    values.push_back(std::move(value));
  }
}

}  // namespace whet::store
