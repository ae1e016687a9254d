// Store: patterns, and which runs they were learned from.
#include <fmt/format.h>

#include "store/rows.h"
#include "store/store.h"

namespace whet::store {

namespace {

constexpr const char* k_change_pattern =
    "UPDATE patterns SET bottleneck = ?5, speedup = ?11, speedup_low = ?12, speedup_high = ?13, tries = ?14, wins = "
    "?15, "
    "imported = ?16, time = ?17 WHERE family = ?1 AND meaning = ?2 AND types = ?3 AND sizes = ?4 AND kind = ?6 AND "
    "tried = ?7 AND architecture = ?8 AND gpu = ?9 AND origin = ?10";
constexpr const char* k_add_pattern =
    "INSERT INTO patterns (family, meaning, types, sizes, bottleneck, kind, tried, architecture, gpu, origin, speedup, "
    "speedup_low, speedup_high, tries, wins, imported, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, "
    "?12, "
    "?13, ?14, ?15, ?16, ?17)";

}  // namespace

Result<void> Store::put_pattern(const Pattern& pattern) {
  const PatternSubject& subject = pattern.subject;
  const PatternPlace& place = pattern.place;
  const Speedup& effect = pattern.effect;
  const std::vector<SqlValue> values = {subject.family,     subject.meaning,       subject.types, subject.sizes,
                                        pattern.bottleneck, name_of(pattern.kind), pattern.tried, place.architecture,
                                        place.gpu,          name_of(place.origin), effect.value,  effect.low,
                                        effect.high,        pattern.tries,         pattern.wins,  pattern.imported,
                                        now_ms_()};
  TRY_VOID(database_.run(k_change_pattern, values));
  return database_.changed() > 0 ? Result<void>() : database_.run(k_add_pattern, values);
}

Result<std::vector<Pattern>> Store::patterns() {
  TRY(statement, database_.query(fmt::format("SELECT {} FROM patterns ORDER BY id", columns_of<Pattern>()), {}));
  return read_all<Pattern>(std::move(statement));
}

Result<void> Store::keep_patterns(const std::vector<Pattern>& patterns, std::optional<RunId> learned_from) {
  TRY(transaction, Transaction::begin(database_));
  for (const Pattern& pattern : patterns) TRY_VOID(put_pattern(pattern));
  if (learned_from) TRY_VOID(database_.run("INSERT OR IGNORE INTO learned (run) VALUES (?1)", {*learned_from}));
  return transaction.commit();
}

Result<std::vector<Run>> Store::runs_to_learn_from() {
  return select_runs("WHERE state = 'finished' AND id NOT IN (SELECT run FROM learned) ORDER BY id", {});
}

Result<void> Store::forget_patterns(const std::vector<PatternId>& patterns) {
  TRY(transaction, Transaction::begin(database_));
  for (const PatternId id : patterns) {
    TRY_VOID(database_.run("DELETE FROM patterns WHERE id = ?1", {id}));
    if (database_.changed() == 0)
      return bad_input(fmt::format("there is no pattern {}", id), database_.path(), "`whet learn list` lists them");
  }
  return transaction.commit();
}

}  // namespace whet::store
