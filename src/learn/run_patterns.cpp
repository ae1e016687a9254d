#include "learn/run_patterns.h"

#include <algorithm>
#include <cmath>

#include "learn/evidence.h"
#include "learn/subject.h"
#include "learn/tried.h"
#include "util/ascii.h"
#include "util/text.h"

namespace whet::learn {

namespace {

constexpr double k_as_good = 0.95;  // of the champion's gain, as logarithms

std::string text_in(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found && found->as_string() ? *found->as_string() : "";
}

double number_in(const Json& json, std::string_view key) {
  const Json* const found = json.find(key);
  return found ? found->as_number().value_or(0) : 0;
}

std::string json_text(const std::map<std::string, int64_t>& numbers) {
  Json json = Json::object();
  for (const auto& [name, value] : numbers) json[name] = value;
  return json.dump(-1);
}

using Numbers = std::map<std::string, int64_t>;

Numbers numbers_in(const Json& tunables) {
  Numbers numbers;
  for (const auto& [name, value] : tunables.as_object() ? *tunables.as_object() : Json::Object{}) {
    if (value.as_integer()) numbers[name] = *value.as_integer();
  }
  return numbers;
}

const store::Candidate* candidate_of(const FinishedRun& run, std::optional<store::CandidateId> id) {
  const auto& candidates = run.record.candidates;
  const auto found =
      std::find_if(candidates.begin(), candidates.end(), [&](const store::Candidate& each) { return id == each.id; });
  return found == candidates.end() ? nullptr : &*found;
}

// The numbers that mean the same for every kernel and differ from the original's.
Numbers universal_changes(const store::Candidate& candidate, const FinishedRun& run) {
  const store::Candidate* const original = candidate_of(run, run.record.run.baseline);
  const Numbers usual = original ? numbers_in(original->tunables) : Numbers();
  Numbers numbers = numbers_in(candidate.tunables);
  std::erase_if(numbers, [&](const auto& number) {
    const auto before = usual.find(number.first);
    return !is_universal(number.first) || number.second == (before == usual.end() ? 0 : before->second);
  });
  return numbers;
}

// Whether the candidate has what the pattern says, as far as it has these numbers at all.
bool agrees(const Numbers& pattern, const Numbers& candidate) {
  bool has_one = false;
  for (const auto& [name, value] : pattern) {
    const auto found = candidate.find(name);
    if (found == candidate.end()) continue;
    if (found->second != value) return false;
    has_one = true;
  }
  return has_one;
}

// What a candidate is, as patterns say it. The text of a person is no schedule, whatever it says.
std::optional<std::string> tried_by(const store::Candidate& candidate, store::PatternKind kind,
                                    const FinishedRun& run) {
  const auto after = [&](std::string_view prefix) -> std::optional<std::string> {
    if (run.is_manual || !candidate.memo.starts_with(prefix)) return std::nullopt;
    return candidate.memo.substr(prefix.size());
  };
  if (kind == store::PatternKind::written) return after(k_written_memo);
  if (kind == store::PatternKind::edited) return after(k_edited_memo);
  const Numbers numbers = kind == store::PatternKind::tunables ? universal_changes(candidate, run) : Numbers();
  return numbers.empty() ? std::nullopt : std::optional(json_text(numbers));
}

bool was_tried(const store::Pattern& pattern, const store::Candidate& candidate, const FinishedRun& run) {
  if (pattern.kind == store::PatternKind::method)
    return std::find(candidate.methods.begin(), candidate.methods.end(), pattern.tried) != candidate.methods.end();
  if (pattern.kind == store::PatternKind::tunables)
    return candidate.memo.empty() &&
           agrees(read_numbers(pattern.tried).value_or(Numbers()), numbers_in(candidate.tunables));
  if (tried_by(candidate, pattern.kind, run) == pattern.tried) return true;
  const auto started = run.started.find(pattern.id);
  return started != run.started.end() && !run.is_manual && candidate.memo == started->second;
}

// Whether it reached the gain that was confirmed.
bool has_won(const store::Candidate& candidate, const FinishedRun& run) {
  if (!run.is_confirmed || !store::is_sound(candidate.outcome)) return false;
  if (candidate.id == run.record.run.champion) return true;
  const store::Candidate* const original = candidate_of(run, run.record.run.baseline);
  if (!original || !original->seconds || !candidate.seconds || !(*candidate.seconds > 0)) return false;
  return std::log(*original->seconds / *candidate.seconds) >= k_as_good * std::log(run.gain.value);
}

const store::Candidate* champion_of(const FinishedRun& run) {
  const store::Run& record = run.record.run;
  return record.champion == record.baseline ? nullptr : candidate_of(run, record.champion);
}

// What a method of the champion brought: what taking it out showed, else the whole gain. Nothing: it brought none.
std::optional<store::Speedup> effect_of_method(const std::string& method, const FinishedRun& run) {
  for (const store::Attribution& each : run.record.attributions) {
    const bool is_it = each.candidate == run.record.run.champion && each.kind == store::PartKind::method;
    if (!is_it || each.name != method) continue;
    if (each.verdict == store::PartVerdict::not_implemented || each.verdict == store::PartVerdict::ineffective)
      return std::nullopt;
    if (each.speedup) return each.speedup->low > 1 ? each.speedup : std::nullopt;
  }
  return run.gain;
}

store::Pattern pattern_of(const FinishedRun& run, store::PatternKind kind, const std::string& tried,
                          const store::Speedup& effect) {
  store::Pattern pattern;
  pattern.subject = *run.subject;
  pattern.bottleneck = run.bottleneck;
  pattern.kind = kind;
  pattern.tried = tried;
  pattern.place = {run.architecture, run.record.run.gpu, run.record.run.origin};
  pattern.effect = effect;
  pattern.tries = pattern.wins = 1;
  return pattern;
}

std::vector<store::Pattern> patterns_of(const store::Candidate& champion, const FinishedRun& run) {
  using store::PatternKind;
  std::vector<store::Pattern> patterns;
  for (const PatternKind kind : {PatternKind::written, PatternKind::edited, PatternKind::tunables}) {
    const auto tried = tried_by(champion, kind, run);
    const bool is_used = !run.subject->family.empty();
    if (tried && is_used && is_well_formed(kind, *tried)) patterns.push_back(pattern_of(run, kind, *tried, run.gain));
  }
  for (const std::string& method : champion.methods) {
    const auto effect = effect_of_method(method, run);
    if (effect && is_method_id(method)) patterns.push_back(pattern_of(run, PatternKind::method, method, *effect));
  }
  return patterns;
}

bool is_about(const store::Pattern& pattern, const FinishedRun& run) {
  return pattern.subject.family == run.subject->family && pattern.place.architecture == run.architecture &&
         pattern.place.gpu == run.record.run.gpu && pattern.place.origin == run.record.run.origin;
}

std::string why_nothing(const FinishedRun& run) {
  if (!run.subject) return "it was begun by an older whet, which did not note what its kernel computes";
  if (!run.is_confirmed) return "no gain was confirmed";
  return "the champion has nothing that another kernel could use: no schedule, edit, block size or method";
}

}  // namespace

std::string bottleneck_of(std::string_view limited_by) {
  limited_by = limited_by.substr(0, limited_by.find(" %"));
  while (!limited_by.empty() && is_digit(limited_by.back())) limited_by.remove_suffix(1);
  return std::string(trim(limited_by));
}

std::string_view name_of(PatternChange change) {
  return change == PatternChange::learned ? "learned" : change == PatternChange::confirmed ? "confirmed" : "no gain";
}

Result<FinishedRun> read_finished(store::Store& store, const store::Run& run, bool is_manual) {
  FinishedRun finished;
  finished.is_manual = is_manual;
  TRY(record, store.record_of(run.id));
  finished.record = std::move(record);
  TRY(subjects, store.events_of(run.id, k_subject_event));
  if (!subjects.empty()) {
    finished.subject = subject_from(subjects.front().data);
    finished.architecture = text_in(subjects.front().data, "architecture");
  }
  TRY(bottlenecks, store.events_of(run.id, k_bottleneck_event));
  if (!bottlenecks.empty()) finished.bottleneck = text_in(bottlenecks.front().data, "bottleneck");
  TRY(starts, store.events_of(run.id, k_starts_event));
  for (const store::Event& event : starts) {
    const auto* const list = event.data.as_array();
    for (const Json& each : list ? *list : Json::Array{})
      finished.started[static_cast<store::PatternId>(number_in(each, "pattern"))] = text_in(each, "candidate");
  }
  TRY(results, store.events_of(run.id, "result"));
  if (results.empty()) return finished;
  const Json& result = results.back().data;
  finished.gain = {number_in(result, "speedup"), number_in(result, "low"), number_in(result, "high")};
  const store::Candidate* const champion = champion_of(finished);
  finished.is_confirmed = text_in(result, "outcome") == "faster" && finished.gain.low > 1 && champion &&
                          champion->outcome == "faster" && std::isfinite(finished.gain.high);
  return finished;
}

RunTeaching teach(const FinishedRun& run, const std::vector<store::Pattern>& known) {
  RunTeaching teaching;
  if (!run.subject) return teaching.nothing = why_nothing(run), teaching;
  const auto& candidates = run.record.candidates;
  for (store::Pattern pattern : known) {
    if (!is_about(pattern, run)) continue;
    bool is_tried = false, is_won = false;
    for (const store::Candidate& candidate : candidates) {
      const bool is_judged = !candidate.outcome.empty() && candidate.id != run.record.run.baseline;
      if (!is_judged || !was_tried(pattern, candidate, run)) continue;
      is_tried = true;
      is_won = is_won || has_won(candidate, run);
    }
    if (!is_tried) continue;
    note_try(pattern, is_won);
    teaching.changed.push_back({std::move(pattern), is_won ? PatternChange::confirmed : PatternChange::missed});
  }
  const store::Candidate* const champion = run.is_confirmed ? champion_of(run) : nullptr;
  const std::vector<store::Pattern> found = champion ? patterns_of(*champion, run) : std::vector<store::Pattern>();
  for (const store::Pattern& pattern : found) {
    const auto same = std::find_if(teaching.changed.begin(), teaching.changed.end(),
                                   [&](const ChangedPattern& each) { return each.pattern.is_same(pattern); });
    if (same == teaching.changed.end()) {
      teaching.changed.push_back({pattern, PatternChange::learned});
    } else {
      same->pattern.effect = pattern.effect;
      if (!pattern.bottleneck.empty()) same->pattern.bottleneck = pattern.bottleneck;
    }
  }
  if (found.empty()) teaching.nothing = why_nothing(run);
  return teaching;
}

}  // namespace whet::learn
