#include "search/recorded/kernel_tuner_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "search/recorded/json_members.h"
#include "util/text.h"

namespace whet::search {

namespace {

constexpr double k_seconds = 1e-3;  // per unit of time in the file
constexpr std::string_view k_failure = "whet_failure", k_origin = "whet_origin";

struct FailureName {
  std::string_view text;
  Failure failure;
};
constexpr FailureName k_failures[] = {{"CompilationFailedConfig", Failure::compile},
                                      {"RuntimeFailedConfig", Failure::launch},
                                      {"InvalidConfig", Failure::constraint}};

// Kernel Tuner has three kinds of failure; all others become run-time failures.
std::string_view kernel_tuner_name(Failure failure) {
  for (const FailureName& name : k_failures) {
    if (name.failure == failure) return name.text;
  }
  return k_failures[1].text;
}

Failure failure_of(const Json& entry, const Json* time) {
  const Json* own = entry.find(k_failure);
  if (own && own->as_string()) {
    if (const auto failure = failure_named(*own->as_string()); failure && *failure != Failure::none) return *failure;
  }
  const Json* error = entry.find("__error__");
  const std::string* text = error ? error->as_string() : time ? time->as_string() : nullptr;
  for (const FailureName& name : k_failures) {
    if (text && *text == name.text) return name.failure;
  }
  return Failure::launch;
}

Outcome outcome_of(const Json& entry, const std::string& objective) {
  const Json* time = entry.find(objective);
  const double value = time ? time->as_number().value_or(0) : 0;
  const bool works = is_time(value * k_seconds) && !entry.find("__error__");  // old versions write 1e20 for a failure
  return works ? Outcome::time(value * k_seconds) : Outcome::failed(failure_of(entry, time));
}

double seconds_of(const Json& entry, std::string_view name) {
  const Json* member = entry.find(name);
  const double seconds = member ? member->as_number().value_or(0) * k_seconds : 0;
  return is_time(seconds) ? seconds : 0;
}

// The header while it is read: the axes are complete once both tune_params_keys and tune_params were seen.
struct Head {
  RecordedHead recorded;
  std::string objective = "time";
  std::vector<std::string> names;
  Json values;
  std::optional<std::string_view> entries;
};

Result<void> read_member(const JsonMember& member, Head& head) {
  if (member.key == "cache") {
    head.entries = member.value;
    return {};
  }
  TRY(json, Json::parse(member.value));
  const std::string text = json.as_string() ? *json.as_string() : std::string();
  if (member.key == "device_name") head.recorded.device = text;
  if (member.key == "kernel_name") head.recorded.kernel = text;
  if (member.key == k_origin) head.recorded.origin = text;
  if (member.key == "objective" && !text.empty()) head.objective = text;
  if (member.key == "tune_params") head.values = json;
  const auto* items = json.as_array();
  for (size_t i = 0; items && i < items->size(); ++i) {
    const Json& item = (*items)[i];
    if (member.key == "tune_params_keys" && item.as_string()) head.names.push_back(*item.as_string());
    if (member.key == "problem_size" && item.as_integer()) head.recorded.problem_size.push_back(*item.as_integer());
  }
  return {};
}

Result<void> read_axes(Head& head) {
  for (const std::string& name : head.names) {
    if (name == head.objective)
      return bad_input(fmt::format("the cache names `{}` both as a tunable and as its objective", name), "objective",
                       "give the tunable another name");
    const Json* listed = head.values.find(name);
    if (!listed || !listed->as_array())
      return bad_input(fmt::format("the cache lists no values of the tunable `{}`", name), "tune_params",
                       "list them under tune_params");
    Axis axis{name, {}, 0};
    for (const Json& item : *listed->as_array()) {
      const auto value = value_of(item);
      if (!value) return bad_input(fmt::format("the tunable `{}` has a value that is no number, truth or text", name));
      if (std::find(axis.values.begin(), axis.values.end(), *value) == axis.values.end()) axis.values.push_back(*value);
    }
    head.recorded.axes.push_back(std::move(axis));
  }
  return {};
}

// Spells a value as Python does in the key of an entry.
std::string key_text(const Value& value) {
  const auto* truth = std::get_if<bool>(&value);
  return truth ? (*truth ? "True" : "False") : to_text(value);
}

std::optional<uint16_t> place_of(const Axis& axis, const Json* member, std::string_view key_part) {
  const auto wanted = member ? value_of(*member) : std::nullopt;
  for (size_t i = 0; i < axis.values.size(); ++i) {
    const bool same = member ? axis.values[i] == wanted : key_text(axis.values[i]) == trim(key_part);
    if (same) return static_cast<uint16_t>(i);
  }
  return std::nullopt;
}

// Members with a tunable's name take precedence over the key, which has only the values.
Result<RecordedTrial> read_entry(const JsonMember& member, const Head& head) {
  const auto place = [&] { return fmt::format("cache entry \"{}\"", member.key); };
  auto parsed = Json::parse(member.value);
  if (!parsed) return bad_input("an entry of the cache is not JSON", place(), "correct or remove it");
  const Json& entry = *parsed;
  const auto parts = split(member.key, ',');
  RecordedTrial trial;
  for (size_t i = 0; i < head.recorded.axes.size(); ++i) {
    const Axis& axis = head.recorded.axes[i];
    const auto found = place_of(axis, entry.find(axis.name), i < parts.size() ? parts[i] : std::string_view());
    if (!found)
      return bad_input(
          fmt::format("an entry of the cache gives `{}` a value that tune_params does not list", axis.name), place(),
          "list it, or remove the entry");
    trial.configuration.push_back(*found);
  }
  trial.outcome = outcome_of(entry, head.objective);
  trial.cost = {seconds_of(entry, "compile_time"), seconds_of(entry, "verification_time"),
                seconds_of(entry, "benchmark_time")};
  return trial;
}

Json head_json(const RecordedSpace& recorded) {
  Json head = Json::object();
  head["device_name"] = recorded.device;
  head["kernel_name"] = recorded.kernel;
  head["problem_size"] = json_array(recorded.problem_size, [](int64_t size) { return Json(size); });
  head["tune_params_keys"] = json_array(recorded.space.axes(), [](const Axis& axis) { return Json(axis.name); });
  head["tune_params"] = Json::object();
  for (const Axis& axis : recorded.space.axes())
    head["tune_params"][axis.name] = json_array(axis.values, [](const Value& value) { return to_json(value); });
  head["objective"] = "time";
  head[k_origin] = recorded.origin;
  return head;
}

Json entry_json(const RecordedSpace& recorded, size_t index) {
  const Configuration configuration = recorded.space.at(index);
  const Outcome& outcome = recorded.outcomes[index];
  const TrialCost& cost = recorded.costs[index];
  Json entry = Json::object();
  for (size_t axis = 0; axis < configuration.size(); ++axis)
    entry[recorded.space.axes()[axis].name] = to_json(recorded.space.value(configuration, axis));
  if (outcome.works()) {
    entry["time"] = outcome.seconds / k_seconds;
  } else {
    entry["time"] = kernel_tuner_name(outcome.failure);
    entry[k_failure] = name_of(outcome.failure);
  }
  if (cost.compile > 0) entry["compile_time"] = cost.compile / k_seconds;
  if (cost.verify > 0) entry["verification_time"] = cost.verify / k_seconds;
  if (cost.benchmark > 0) entry["benchmark_time"] = cost.benchmark / k_seconds;
  return entry;
}

std::string entry_key(const RecordedSpace& recorded, size_t index) {
  std::vector<std::string> parts;
  const Configuration configuration = recorded.space.at(index);
  for (size_t axis = 0; axis < configuration.size(); ++axis)
    parts.push_back(key_text(recorded.space.value(configuration, axis)));
  return join(parts, ",");
}

}  // namespace

Result<RecordedSpace> read_kernel_tuner_cache(std::string_view text) {
  Head head;
  JsonMembers members(text);
  while (const auto member = members.next()) TRY_VOID(read_member(*member, head));
  if (!head.entries || head.names.empty())
    return bad_input("this is no cache of Kernel Tuner", {}, "it has tune_params_keys, tune_params and cache");
  TRY_VOID(read_axes(head));
  std::vector<RecordedTrial> trials;
  JsonMembers entries(*head.entries);
  while (const auto entry = entries.next()) {
    if (!entry->whole) break;  // the writer was interrupted
    TRY(trial, read_entry(*entry, head));
    trials.push_back(std::move(trial));
  }
  return make_recorded(std::move(head.recorded), trials);
}

std::string write_kernel_tuner_cache(const RecordedSpace& recorded) {
  std::string text = head_json(recorded).dump(0);
  text.resize(text.rfind('\n'));  // leaves the header's object open
  text += ",\n\"cache\": {";
  for (size_t i = 0; i < recorded.outcomes.size(); ++i)
    text += fmt::format("{}\n{}: {}", i ? "," : "", Json(entry_key(recorded, i)).dump(-1),
                        entry_json(recorded, i).dump(-1));
  return text + "}\n}\n";
}

}  // namespace whet::search
