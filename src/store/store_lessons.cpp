// Store: lessons across runs.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace whet::store {

namespace {

constexpr const char* k_remember =
    "INSERT INTO memory (problem, kernel, kind, tried, outcome, reason, speedup, speedup_low, speedup_high, gpu, "
    "origin, "
    "dims, toolkit, run, candidate, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, "
    "?16) "
    "ON CONFLICT DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason, speedup = excluded.speedup, "
    "speedup_low = excluded.speedup_low, speedup_high = excluded.speedup_high, run = excluded.run, "
    "candidate = excluded.candidate, time = excluded.time, masked = masked AND NOT ?17 RETURNING id";

}  // namespace

Result<LessonId> Store::remember(const Lesson& entry) {
  const Conditions& conditions = entry.conditions;
  std::optional<double> value, low, high;
  if (entry.speedup) {
    value = entry.speedup->value;
    low = entry.speedup->low;
    high = entry.speedup->high;
  }
  TRY(statement,
      database_.query(k_remember,
                      {entry.kernel.problem, entry.kernel.kernel, name_of(entry.kind), entry.tried, entry.outcome,
                       entry.reason, value, low, high, conditions.gpu, name_of(conditions.origin), conditions.dims,
                       conditions.toolkit, entry.run, entry.candidate, now_ms_(), is_negative(entry.outcome)}));
  TRY(row, statement.step());
  const LessonId id = row ? statement.integer(0) : 0;
  TRY_VOID(statement.step());  // runs the statement to its end, so that the row is committed
  return id;
}

Result<std::vector<Lesson>> Store::lessons_of(const KernelId& kernel, Masked masked) {
  TRY(statement,
      database_.query(
          fmt::format("SELECT {} FROM memory WHERE kernel = ?1 AND problem = ?2 AND masked <= ?3 ORDER BY id",
                      columns_of<Lesson>()),
          {kernel.kernel, kernel.problem, masked == Masked::included}));
  return read_all<Lesson>(std::move(statement));
}

Result<std::vector<Lesson>> Store::lessons(const std::string& kernel_name, Masked masked) {
  TRY(statement, database_.query(fmt::format("SELECT {} FROM memory WHERE (?1 = '' OR kernel = ?1) AND masked <= ?2 "
                                             "ORDER BY kernel, problem, id",
                                             columns_of<Lesson>()),
                                 {kernel_name, masked == Masked::included}));
  return read_all<Lesson>(std::move(statement));
}

Result<void> Store::set_masked(const std::vector<LessonId>& entries, bool masked) {
  if (entries.empty()) return {};
  TRY(transaction, Transaction::begin(database_));
  for (const LessonId id : entries) {
    TRY_VOID(database_.run("UPDATE memory SET masked = ?2 WHERE id = ?1", {id, masked}));
    if (database_.changed() == 0)
      return bad_input(fmt::format("there is no lesson {}", id), database_.path(), "`whet lessons` lists them");
  }
  return transaction.commit();
}

Result<void> Store::mask(const std::vector<LessonId>& entries) {
  return set_masked(entries, true);
}

Result<void> Store::unmask(const std::vector<LessonId>& entries) {
  return set_masked(entries, false);
}

Result<std::vector<LessonId>> Store::mask_part(const KernelId& kernel, uint64_t seed, RunId run, double share) {
  TRY(entries, lessons_of(kernel, Masked::included));
  std::vector<LessonId> chosen = part_to_mask(entries, seed, share);
  TRY(transaction, Transaction::begin(database_));
  for (const LessonId id : chosen) TRY_VOID(database_.run("UPDATE memory SET masked = 1 WHERE id = ?1", {id}));
  const Json ids = json_array(chosen, [](LessonId id) { return Json(id); });
  TRY_VOID(add_event(run, "memory masked", Json::Object{{"seed", std::to_string(seed)}, {"entries", ids}}));
  TRY_VOID(transaction.commit());
  return chosen;
}

}  // namespace whet::store
