#include "optimize/ledger/run_lessons.h"

#include <algorithm>
#include <set>

namespace whet {

namespace {

// How similar two conditions are: the same GPU counts most, then sizes, then the origin of the times.
int nearness(const store::Conditions& a, const store::Conditions& b) {
  return 4 * (a.gpu == b.gpu) + 2 * (a.dims == b.dims) + (a.origin == b.origin);
}

std::optional<TunableValues> values_of(const store::Lesson& entry) {
  const auto json = Json::parse(entry.tried);
  if (!json || !json->as_object()) return std::nullopt;
  TunableValues values;
  for (const auto& [name, value] : *json->as_object()) {
    if (!value.as_integer()) return std::nullopt;
    values[name] = *value.as_integer();
  }
  return values.empty() ? std::nullopt : std::optional(std::move(values));
}

bool is_good(const store::Lesson& entry) {
  return !entry.masked && store::is_sound(entry.outcome) && !store::is_negative(entry.outcome) && entry.speedup &&
         entry.speedup->value > 1;
}

// Entries of a kind that a run may begin with, best first.
std::vector<const store::Lesson*> good_ones(const std::vector<store::Lesson>& entries, store::TriedKind kind,
                                            const store::Conditions& conditions) {
  std::vector<const store::Lesson*> good;
  for (const store::Lesson& entry : entries) {
    if (entry.kind == kind && is_good(entry)) good.push_back(&entry);
  }
  std::stable_sort(good.begin(), good.end(), [&](const store::Lesson* a, const store::Lesson* b) {
    const int near_a = nearness(a->conditions, conditions), near_b = nearness(b->conditions, conditions);
    return near_a != near_b ? near_a > near_b : a->speedup->value > b->speedup->value;
  });
  return good;
}

}  // namespace

Result<void> RunLessons::store_entry(store::Lesson entry) {
  entry.kernel = run_.kernel;
  entry.conditions = run_.conditions;
  entry.run = run_.id;
  TRY_VOID(store_.remember(entry));
  return {};
}

Result<void> RunLessons::remember(const RunCandidate& candidate, std::string_view outcome, const std::string& reason,
                                  const std::optional<store::Speedup>& speedup) {
  const Proposal& proposal = candidate.proposal;
  const bool has_memo = !proposal.source.empty() && !proposal.memo.empty();
  return remember(has_memo ? store::TriedKind::memo : store::TriedKind::tunables,
                  has_memo ? proposal.memo : tunables_json(proposal).dump(-1), outcome, reason, speedup, candidate.id);
}

Result<void> RunLessons::remember(const RunCandidate& candidate, const std::optional<store::Speedup>& speedup) {
  const bool slower = speedup && speedup->value < 1;
  return remember(candidate, name_of(slower ? Outcome::slower : candidate.verdict->outcome), candidate.verdict->reason,
                  speedup);
}

Result<void> RunLessons::remember(store::TriedKind kind, const std::string& tried, std::string_view outcome,
                                  const std::string& reason, const std::optional<store::Speedup>& speedup,
                                  store::CandidateId candidate) {
  store::Lesson entry;
  entry.kind = kind;
  entry.tried = tried;
  entry.outcome = outcome;
  entry.reason = reason;
  entry.speedup = speedup;
  entry.candidate = candidate;
  return store_entry(std::move(entry));
}

Result<std::vector<store::CandidateId>> RunLessons::mask_part(const std::string& name, uint64_t seed,
                                                              RunLedger& ledger) {
  TRY(entries, store_.lessons_of(run_.kernel, store::Store::Masked::included));
  TRY(chosen, ledger.once(name, [&]() -> Result<Json> {
    return json_array(store::part_to_mask(entries, seed), [](store::LessonId id) { return Json(id); });
  }));
  std::set<store::LessonId> ids;
  for (const Json& id : *chosen.as_array()) ids.insert(id.as_integer() ? *id.as_integer() : 0);
  std::vector<store::LessonId> masked;
  std::vector<store::CandidateId> candidates;
  for (const store::Lesson& entry : entries) {
    if (!ids.contains(entry.id)) continue;
    masked.push_back(entry.id);
    if (entry.run == run_.id && entry.candidate) candidates.push_back(*entry.candidate);
  }
  TRY_VOID(store_.mask(masked));
  return candidates;
}

std::vector<TunableValues> best_known(const std::vector<store::Lesson>& entries, const store::Conditions& conditions,
                                      size_t most) {
  std::vector<TunableValues> best;
  for (const store::Lesson* entry : good_ones(entries, store::TriedKind::tunables, conditions)) {
    if (best.size() == most) break;
    auto values = values_of(*entry);
    if (values && std::find(best.begin(), best.end(), *values) == best.end()) best.push_back(std::move(*values));
  }
  return best;
}

std::vector<std::string> best_known_memos(const std::vector<store::Lesson>& entries,
                                          const store::Conditions& conditions, size_t most) {
  std::vector<std::string> best;
  for (const store::Lesson* entry : good_ones(entries, store::TriedKind::memo, conditions)) {
    if (best.size() == most) break;
    if (std::find(best.begin(), best.end(), entry->tried) == best.end()) best.push_back(entry->tried);
  }
  return best;
}

}  // namespace whet
