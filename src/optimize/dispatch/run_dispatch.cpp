#include "optimize/dispatch/run_dispatch.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "optimize/dispatch/dispatch_rows.h"

namespace whet {

namespace {

constexpr double k_margin = 0.03;  // a table that gains less is not worth using

DispatchVariant variant_of(const RunCandidate& candidate, const Proposal& standard) {
  if (!candidate.proposal.source.empty())
    return {fmt::format("candidate {}, {}", candidate.index, describe(candidate.proposal)), {}};
  const bool is_original = candidate.proposal == Proposal{};
  DispatchVariant variant{is_original ? "the original" : describe(candidate.proposal), candidate.proposal.tunables};
  variant.tunables.insert(standard.tunables.begin(), standard.tunables.end());
  return variant;
}

std::vector<DispatchCase> cases_of(const DispatchedRun& run) {
  std::vector<DispatchCase> cases;
  for (const ResolvedCase& each : run.cases) {
    DispatchCase added{{each.name, each.weight, each.held_out}, {}};
    for (const NamedNumber& dim : each.dims) added.dims[dim.name] = dim.value;
    cases.push_back(std::move(added));
  }
  return cases;
}

// The times of screening; 0 if a case was not timed or the verdict is not sound.
std::vector<double> screened_seconds(const RunCandidate& candidate, size_t cases) {
  std::vector<double> seconds(cases, 0);
  if (!candidate.verdict || !is_sound(candidate.verdict->outcome)) return seconds;
  const std::vector<CaseTiming>& timings = candidate.verdict->timings;
  for (size_t i = 0; i < std::min(cases, timings.size()); ++i) seconds[i] = timings[i].seconds;
  return seconds;
}

// What a table of the champion and one other candidate gains.
double gain_with(const DispatchedRun& run, const std::vector<std::vector<double>>& seconds, size_t other) {
  std::vector<ScoredCase> scored;
  std::vector<double> gains;
  for (size_t i = 0; i < run.cases.size(); ++i) {
    const double champion = seconds[run.fallback][i], others = seconds[other][i];
    scored.push_back({run.cases[i].name, run.cases[i].weight, run.cases[i].held_out});
    gains.push_back(champion > 0 && others > 0 ? std::max(1.0, champion / others) : 1.0);
  }
  return overall(scored, gains);
}

// An uncertain gain counts as 1, a loss counts as it is.
double sure_speedup(const CaseComparison& pair) {
  const double median = pair.comparison.time.median;
  return pair.comparison.outcome == Outcome::faster ? median : std::min(1.0, median);
}

CandidateComparison exchanged(CandidateComparison found) {
  for (CaseComparison& each : found.cases) {
    each.comparison = exchanged(std::move(each.comparison));
    std::swap(each.baseline_seconds, each.candidate_seconds);
  }
  return found;
}

store::Speedup gain_of(const CaseComparison& pair) {
  const Speedup& time = pair.comparison.time;
  return {time.median, time.shown.low, time.shown.high};
}

DispatchInput confirmed_input(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                              const std::vector<DispatchTrial>& trials) {
  DispatchInput input{cases_of(run), {variant_of(*tried[run.fallback], run.standard)}, {}, 0};
  DispatchTimes times{run.architecture, {screened_seconds(*tried[run.fallback], run.cases.size())}};
  for (const DispatchTrial& trial : trials) {
    input.variants.push_back(variant_of(*tried[trial.candidate], run.standard));
    std::vector<double> seconds(run.cases.size(), 0);
    for (size_t i = 0; i < std::min(seconds.size(), trial.over_champion.cases.size()); ++i)
      seconds[i] = times.seconds.front()[i] / sure_speedup(trial.over_champion.cases[i]);
    times.seconds.push_back(std::move(seconds));
  }
  input.devices.push_back(std::move(times));
  return input;
}

std::string text_of(const Json& json, std::string_view name) {
  const Json* const found = json.find(name);
  return found && found->as_string() ? *found->as_string() : std::string();
}

std::optional<store::Speedup> gain_from(const Json& json) {
  const auto number = [&](std::string_view name) {
    const Json* const found = json.find(name);
    return found ? found->as_number() : std::nullopt;
  };
  const auto value = number("gain");
  if (!value) return std::nullopt;
  return store::Speedup{*value, number("low").value_or(*value), number("high").value_or(*value)};
}

std::vector<DispatchedKernel> kernels_from(const Json& json) {
  std::vector<DispatchedKernel> kernels;
  const Json* const list = json.find("kernels");
  if (!list || !list->as_array()) return kernels;
  for (const Json& each : *list->as_array()) {
    const Json* const candidate = each.find("candidate");
    if (candidate && candidate->as_integer()) kernels.push_back({text_of(each, "file"), *candidate->as_integer()});
  }
  return kernels;
}

std::string table_file_of(const RunCandidate& candidate) {
  return fmt::format("dispatch_{:03}.cu", candidate.index);
}

// The table as the run's folder has it. `of_variant` has the candidates of the table's variants.
void add_table(const DispatchTable& table, size_t otherwise, const std::vector<const RunCandidate*>& of_variant,
               const RunCandidate& original, const std::string& times, RunDispatch& found) {
  std::vector<std::string> names;
  for (const RunCandidate* const each : of_variant)
    names.push_back(each == &original ? write::k_original : table_file_of(*each));
  const write::SizeTable made = size_table_of(table, otherwise, names, times);
  found.table = toml_of(made);
  const std::vector<std::string> used = made.kernels();
  for (const RunCandidate* const each : of_variant) {
    if (each != &original && std::find(used.begin(), used.end(), table_file_of(*each)) != used.end())
      found.kernels.push_back({table_file_of(*each), each->id});
  }
}

}  // namespace

Json to_json(const RunDispatch& dispatch) {
  return Json::Object{{"gain", dispatch.gain.value},
                      {"low", dispatch.gain.low},
                      {"high", dispatch.gain.high},
                      {"fallback", dispatch.fallback},
                      {"by", dispatch.by},
                      {"cases", json_array(dispatch.cases, [](const DispatchedCase& each) {
                         return Json(Json::Object{{"case", each.name},
                                                  {"variant", each.variant},
                                                  {"gain", each.gain.value},
                                                  {"low", each.gain.low},
                                                  {"high", each.gain.high},
                                                  {"falls_back", each.falls_back}});
                       })}};
}

Json stored_json(const RunDispatch& dispatch) {
  Json json = to_json(dispatch);
  json["header"] = dispatch.header;
  json["table"] = dispatch.table;
  json["kernels"] = json_array(dispatch.kernels, [](const DispatchedKernel& each) {
    return Json(Json::Object{{"file", each.file}, {"candidate", each.candidate}});
  });
  return json;
}

std::optional<RunDispatch> dispatch_from(const Json& json) {
  const Json* const cases = json.find("cases");
  const auto gain = gain_from(json);
  if (!gain || !cases || !cases->as_array()) return std::nullopt;
  RunDispatch dispatch{*gain,
                       text_of(json, "fallback"),
                       text_of(json, "by"),
                       {},
                       text_of(json, "header"),
                       text_of(json, "table"),
                       kernels_from(json)};
  for (const Json& each : *cases->as_array()) {
    const Json* const back = each.find("falls_back");
    dispatch.cases.push_back({text_of(each, "case"), text_of(each, "variant"),
                              gain_from(each).value_or(store::Speedup{}), back && back->as_bool() && *back->as_bool()});
  }
  return dispatch;
}

Result<std::vector<ResolvedCase>> cases_of(const Problem& problem, const std::map<std::string, int64_t>& dims) {
  std::vector<ResolvedCase> cases;
  ResolveOptions options;
  options.dims = dims;
  for (const ProblemCase& each : problem.cases) {
    TRY(resolved, resolve_case(problem, each, options));
    cases.push_back(std::move(resolved));
  }
  return cases;
}

std::vector<size_t> suggested(const DispatchedRun& run, const std::vector<RunCandidate*>& tried) {
  if (run.cases.size() < 2) return {};
  DispatchInput input{cases_of(run), {}, {{run.architecture, {}}}, run.fallback};
  for (const RunCandidate* candidate : tried) {
    input.variants.push_back(variant_of(*candidate, run.standard));
    input.devices.front().seconds.push_back(screened_seconds(*candidate, run.cases.size()));
  }
  const auto dispatch = make_dispatch(input, k_margin);
  if (!dispatch || dispatch->devices.front().is_single()) return {};
  const std::vector<size_t>& chosen = dispatch->devices.front().chosen;
  std::set<size_t> others(chosen.begin(), chosen.end());
  others.erase(run.fallback);
  others.erase(run.original);
  const std::vector<std::vector<double>>& seconds = input.devices.front().seconds;
  std::vector<size_t> best_first(others.begin(), others.end());
  std::stable_sort(best_first.begin(), best_first.end(),
                   [&](size_t a, size_t b) { return gain_with(run, seconds, a) > gain_with(run, seconds, b); });
  return best_first;
}

std::optional<RunDispatch> dispatch_of(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                                       const std::vector<DispatchTrial>& trials) {
  if (trials.empty()) return std::nullopt;
  const DispatchInput input = confirmed_input(run, tried, trials);
  const auto dispatch = make_dispatch(input, k_margin);
  if (!dispatch || dispatch->devices.front().is_single()) return std::nullopt;
  const DispatchTable& table = dispatch->devices.front();
  RunDispatch found;
  found.fallback = input.variants.front().name;
  found.by = table.reason;
  std::vector<ScoredCase> scored;
  std::vector<double> lows, highs;
  for (size_t i = 0; i < input.cases.size(); ++i) {
    const size_t variant = table.chosen[i];
    DispatchedCase each{input.cases[i].scored.name, input.variants[variant].name, {1, 1, 1}, variant == 0};
    if (variant > 0) each.gain = gain_of(trials[variant - 1].over_champion.cases[i]);
    scored.push_back(input.cases[i].scored);
    lows.push_back(each.gain.low);
    highs.push_back(each.gain.high);
    found.cases.push_back(std::move(each));
  }
  found.gain = {table.gain, overall(scored, lows), overall(scored, highs)};
  if (found.gain.low <= 1) return std::nullopt;
  const std::string origin = std::string(name_of(run.origin)) + ", confirmed";
  found.header = dispatch_header(input, *dispatch, {run.kernel, origin});
  std::vector<const RunCandidate*> of_variant = {tried[run.fallback]};
  for (const DispatchTrial& trial : trials) of_variant.push_back(tried[trial.candidate]);
  add_table(table, dispatch->fallback, of_variant, *tried[run.original], origin, found);
  return found;
}

Result<std::optional<RunDispatch>> confirmed_dispatch(const DispatchedRun& run, const std::vector<RunCandidate*>& tried,
                                                      const std::vector<size_t>& candidates, Contest& contest,
                                                      const std::function<void(const std::string&)>& tell) {
  if (run.cases.size() < 2) return std::optional<RunDispatch>();
  RunCandidate& champion = *tried[run.fallback];
  std::vector<DispatchTrial> trials;  // the original's first: it serves a size where no other is faster
  if (run.original != run.fallback) {
    TRY(compared, contest.compare_confirmed(champion, *tried[run.original]));
    if (is_sound(compared.outcome)) trials.push_back({run.original, exchanged(std::move(compared))});
  }
  for (const size_t at : candidates) {
    tell(fmt::format("by size: {} on fresh data", describe(tried[at]->proposal)));
    TRY(verdict, contest.examine(*tried[at]));
    if (!is_sound(verdict.outcome)) continue;
    TRY(compared, contest.compare("by size", champion, *tried[at], {.of = candidates.size() * run.cases.size()}));
    if (is_sound(compared.outcome)) trials.push_back({at, std::move(compared)});
  }
  return dispatch_of(run, tried, trials);
}

}  // namespace whet
