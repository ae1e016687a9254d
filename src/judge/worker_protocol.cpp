#include "judge/worker_protocol.h"

#include <algorithm>
#include <climits>

#include "judge/process/device_protocol.h"

namespace whet {

namespace {

constexpr double k_longest_call = 86'400;

Json numbers_json(const std::map<std::string, int64_t>& numbers) {
  Json json = Json::object();
  for (const auto& [name, value] : numbers) json[name] = value;
  return json;
}

Result<std::map<std::string, int64_t>> numbers_from(const Json& json, std::string_view name) {
  std::map<std::string, int64_t> numbers;
  const Json* found = json.find(name);
  if (!found) return numbers;
  if (!found->as_object()) return bad_input("`" + std::string(name) + "` is no object");
  for (const auto& [key, value] : *found->as_object()) {
    if (!value.as_integer()) return bad_input("`" + key + "` is no whole number");
    numbers[key] = *value.as_integer();
  }
  return numbers;
}

// Absent: the default.
std::string text_or(const Json& json, std::string_view name, std::string otherwise) {
  const Json* found = json.find(name);
  return found && found->as_string() ? *found->as_string() : std::move(otherwise);
}

double number_or_zero(const Json& json, std::string_view name) {
  const Json* found = json.find(name);
  return found ? found->as_number().value_or(0) : 0;
}

Result<uint64_t> whole_or_zero(const Json& json, std::string_view name) {
  return json.find(name) ? whole_member(json, name) : Result<uint64_t>(uint64_t{0});
}

Result<Outcome> outcome_from(const Json& json) {
  TRY(name, text_member(json, "outcome"));
  for (int i = 0; i <= static_cast<int>(Outcome::not_judged); ++i) {
    if (name_of(static_cast<Outcome>(i)) == name) return static_cast<Outcome>(i);
  }
  return bad_input("`" + name + "` is no outcome");
}

Json to_json(const Interval& interval) {
  return Json(Json::Array{interval.low, interval.high, interval.confidence});
}

Result<Interval> interval_from(const Json& json, std::string_view name) {
  TRY(items, list_member(json, name));
  if (items->size() != 3) return bad_input("`" + std::string(name) + "` is no interval");
  return Interval{(*items)[0].as_number().value_or(0), (*items)[1].as_number().value_or(0),
                  (*items)[2].as_number().value_or(0)};
}

Json to_json(const Speedup& speedup) {
  Json json = Json::object();
  json["median"] = speedup.median;
  json["shown"] = to_json(speedup.shown);
  json["called"] = to_json(speedup.called);
  return json;
}

Result<Speedup> speedup_from(const Json& json) {
  TRY(median, number_member(json, "median"));
  TRY(shown, interval_from(json, "shown"));
  TRY(called, interval_from(json, "called"));
  return Speedup{median, shown, called};
}

Json to_json(const SpeedComparison& found) {
  Json json = Json::object();
  json["outcome"] = name_of(found.outcome);
  json["reason"] = found.reason;
  json["time"] = to_json(found.time);
  if (found.cycles) json["cycles"] = to_json(*found.cycles);
  json["clock_ratio"] = found.clock_ratio;
  json["rounds"] = found.rounds;
  json["left_out"] = found.left_out;
  json["modelled"] = found.origin == Origin::modelled;
  return json;
}

Result<SpeedComparison> speed_from(const Json& json) {
  SpeedComparison found;
  TRY(outcome, outcome_from(json));
  found.outcome = outcome;
  found.reason = text_or(json, "reason", {});
  const Json* time = json.find("time");
  if (!time) return bad_input("`time` is missing");
  TRY(speedup, speedup_from(*time));
  found.time = speedup;
  if (const Json* cycles = json.find("cycles")) {
    TRY(in_cycles, speedup_from(*cycles));
    found.cycles = in_cycles;
  }
  TRY(rounds, whole_member(json, "rounds"));
  TRY(left_out, whole_member(json, "left_out"));
  found.rounds = rounds;
  found.left_out = left_out;
  found.clock_ratio = number_or_zero(json, "clock_ratio");
  found.origin = flag_member(json, "modelled") ? Origin::modelled : Origin::measured;
  return found;
}

Json to_json(const ResourceUsage& usage) {
  Json json = Json::object();
  json["kernel"] = usage.kernel;
  json["registers"] = usage.registers;
  json["stack_bytes"] = usage.stack_bytes;
  json["spill_store_bytes"] = usage.spill_store_bytes;
  json["spill_load_bytes"] = usage.spill_load_bytes;
  json["shared_bytes"] = usage.shared_bytes;
  return json;
}

ResourceUsage usage_from(const Json& json) {
  const auto whole = [&](std::string_view name) {
    return static_cast<int>(std::clamp(number_or_zero(json, name), 0.0, double{INT_MAX}));
  };
  return {text_or(json, "kernel", {}), whole("registers"),        whole("stack_bytes"),
          whole("spill_store_bytes"),  whole("spill_load_bytes"), whole("shared_bytes")};
}

Json to_json(const CaseTiming& timing) {
  Json json = Json::object();
  json["case"] = timing.name;
  json["seconds"] = timing.seconds;
  json["screening"] = static_cast<int>(timing.screening);
  json["sampling"] = to_json(timing.sampling);
  return json;
}

Result<CaseTiming> timing_from(const Json& json) {
  CaseTiming timing;
  TRY(name, text_member(json, "case"));
  TRY(seconds, number_member(json, "seconds"));
  TRY(screening, whole_member(json, "screening"));
  const Json* sampling = json.find("sampling");
  if (!sampling || screening > static_cast<uint64_t>(Screening::promising)) return bad_input("`timings` are damaged");
  TRY(samples, sampling_from(*sampling));
  return CaseTiming{std::move(name), std::move(samples), seconds, static_cast<Screening>(screening)};
}

}  // namespace

Json to_json(const WorkerOrder& order) {
  Json json = Json::object();
  json["problem"] = order.problem;
  json["device"] = order.device;
  json["secret"] = std::to_string(order.secret);  // more than JSON's numbers hold everywhere
  json["dims"] = numbers_json(order.dims);
  json["full"] = order.effort == Effort::full;
  json["exact"] = order.exact;
  json["cases"] = order.cases;
  json["host_code"] = order.host_code;
  json["call_seconds"] = order.call_seconds;
  json["check_seconds"] = order.check_seconds;
  json["memory_bytes"] = order.memory_bytes;
  if (!order.additions.empty()) json["compile"] = to_json(order.additions);
  return json;
}

Result<WorkerOrder> order_from(const Json& json) {
  WorkerOrder order;
  TRY(problem, text_member(json, "problem"));
  TRY(dims, numbers_from(json, "dims"));
  order.problem = std::move(problem);
  order.dims = std::move(dims);
  order.device = text_or(json, "device", order.device);
  order.secret = std::strtoull(text_or(json, "secret", "1").c_str(), nullptr, 10);
  order.effort = flag_member(json, "full") ? Effort::full : Effort::quick;
  order.exact = flag_member(json, "exact");
  TRY(cases, whole_or_zero(json, "cases"));
  TRY(memory_bytes, whole_or_zero(json, "memory_bytes"));
  order.cases = cases;
  order.memory_bytes = memory_bytes;
  order.additions = additions_from(json.find("compile"));
  order.host_code = flag_member(json, "host_code");
  for (const auto& [name, seconds] : {std::pair<const char*, double*>{"call_seconds", &order.call_seconds},
                                      {"check_seconds", &order.check_seconds}}) {
    *seconds = number_or_zero(json, name);
    if (!(*seconds >= 0 && *seconds <= k_longest_call))
      return bad_input(std::string("`") + name + "` is not between 0 and a day");
  }
  return order;
}

Json to_json(const WorkerCandidate& candidate) {
  Json json = Json::object();
  json["name"] = candidate.name;
  if (!candidate.source.empty()) json["source"] = candidate.source;
  if (!candidate.sidecar.empty()) json["sidecar"] = candidate.sidecar;
  json["tunables"] = numbers_json(candidate.tunables);
  json["incumbents"] = json_array(candidate.incumbents, [](const Incumbent& incumbent) {
    return Json(Json::Array{incumbent.median_seconds, incumbent.upper_seconds});
  });
  return json;
}

Result<WorkerCandidate> candidate_from(const Json& json) {
  WorkerCandidate candidate;
  candidate.name = text_or(json, "name", candidate.name);
  candidate.source = text_or(json, "source", {});
  candidate.sidecar = text_or(json, "sidecar", {});
  TRY(tunables, numbers_from(json, "tunables"));
  candidate.tunables = std::move(tunables);
  if (!json.find("incumbents")) return candidate;
  TRY(incumbents, list_member(json, "incumbents"));
  for (const Json& item : *incumbents) {
    const Json::Array* pair = item.as_array();
    if (!pair || pair->size() != 2) return bad_input("an incumbent is [median, upper quartile]");
    candidate.incumbents.push_back({(*pair)[0].as_number().value_or(0), (*pair)[1].as_number().value_or(0)});
  }
  return candidate;
}

Json to_json(const WorkerVerdict& verdict) {
  Json json = Json::object();
  json["candidate"] = verdict.id;
  json["outcome"] = name_of(verdict.outcome);
  json["reason"] = verdict.reason;
  json["promising"] = verdict.promising;
  json["trials"] = verdict.trials;
  json["compiler"] = verdict.compiler;
  json["resources"] = json_array(verdict.resources, [](const ResourceUsage& usage) { return to_json(usage); });
  json["timings"] = json_array(verdict.timings, [](const CaseTiming& timing) { return to_json(timing); });
  json["compile_seconds"] = verdict.compile_seconds;
  json["check_seconds"] = verdict.check_seconds;
  json["time_seconds"] = verdict.time_seconds;
  json["wait_seconds"] = verdict.wait_seconds;
  return json;
}

Result<WorkerVerdict> verdict_from(const Json& json) {
  WorkerVerdict verdict;
  TRY(id, whole_member(json, "candidate"));
  TRY(outcome, outcome_from(json));
  TRY(trials, whole_member(json, "trials"));
  TRY(resources, list_member(json, "resources"));
  TRY(timings, list_member(json, "timings"));
  verdict.id = id;
  verdict.outcome = outcome;
  verdict.reason = text_or(json, "reason", {});
  verdict.promising = flag_member(json, "promising");
  verdict.trials = trials;
  verdict.compiler = text_or(json, "compiler", {});
  for (const Json& item : *resources) verdict.resources.push_back(usage_from(item));
  for (const Json& item : *timings) {
    TRY(timing, timing_from(item));
    verdict.timings.push_back(std::move(timing));
  }
  verdict.compile_seconds = number_or_zero(json, "compile_seconds");
  verdict.check_seconds = number_or_zero(json, "check_seconds");
  verdict.time_seconds = number_or_zero(json, "time_seconds");
  verdict.wait_seconds = number_or_zero(json, "wait_seconds");
  return verdict;
}

Json to_json(const WorkerComparison& comparison) {
  Json json = Json::object();
  json["outcome"] = name_of(comparison.outcome);
  json["reason"] = comparison.reason;
  json["cases"] = json_array(comparison.cases, [](const WorkerPair& pair) {
    Json item = Json::object();
    item["case"] = pair.name;
    item["comparison"] = to_json(pair.comparison);
    item["baseline_seconds"] = pair.baseline_seconds;
    item["candidate_seconds"] = pair.candidate_seconds;
    return item;
  });
  return json;
}

Result<WorkerComparison> comparison_from(const Json& json) {
  WorkerComparison comparison;
  TRY(outcome, outcome_from(json));
  TRY(cases, list_member(json, "cases"));
  comparison.outcome = outcome;
  comparison.reason = text_or(json, "reason", {});
  for (const Json& item : *cases) {
    const Json* found = item.find("comparison");
    if (!found) return bad_input("`comparison` is missing");
    TRY(speed, speed_from(*found));
    comparison.cases.push_back({text_or(item, "case", {}), std::move(speed), number_or_zero(item, "baseline_seconds"),
                                number_or_zero(item, "candidate_seconds")});
  }
  return comparison;
}

}  // namespace whet
