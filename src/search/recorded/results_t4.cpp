#include "search/recorded/results_t4.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "search/recorded/json_members.h"
#include "search/recorded/kernel_tuner_cache.h"

namespace whet::search {

namespace {

constexpr double k_seconds_of_unit = 1e-3;  // per unit of time in the file

struct InvalidityName {
  std::string_view text;
  Failure failure;
};
constexpr InvalidityName k_invalidities[] = {{"correct", Failure::none},    {"compile", Failure::compile},
                                             {"runtime", Failure::launch},  {"correctness", Failure::wrong},
                                             {"timeout", Failure::timeout}, {"constraints", Failure::constraint}};

std::string_view invalidity_of(Failure failure) {
  for (const InvalidityName& name : k_invalidities) {
    if (name.failure == failure) return name.text;
  }
  return {};
}

Json times_json(const Outcome& outcome, const TrialCost& cost) {
  Json times = Json::object();
  times["compilation_time"] = cost.compile / k_seconds_of_unit;
  times["compilation"] = cost.compile / k_seconds_of_unit;
  times["validation"] = cost.verify / k_seconds_of_unit;
  times["benchmark"] = cost.benchmark / k_seconds_of_unit;
  times["framework"] = 0;
  times["search_algorithm"] = 0;
  times["runtimes"] = Json::array();
  if (outcome.works()) times["runtimes"].push_back(outcome.seconds / k_seconds_of_unit);
  return times;
}

Json result_json(const RecordedSpace& recorded, size_t index) {
  const Configuration configuration = recorded.space.at(index);
  const Outcome& outcome = recorded.outcomes[index];
  Json result = Json::object();
  result["configuration"] = Json::object();
  for (size_t axis = 0; axis < configuration.size(); ++axis)
    result["configuration"][recorded.space.axes()[axis].name] = to_json(recorded.space.value(configuration, axis));
  result["times"] = times_json(outcome, recorded.costs[index]);
  result["invalidity"] = invalidity_of(outcome.failure);
  result["correctness"] = outcome.works() ? 1 : 0;
  result["objectives"].push_back("time");
  result["measurements"] = Json::array();
  if (outcome.works()) {
    Json measurement = Json::object();
    measurement["name"] = "time";
    measurement["value"] = outcome.seconds / k_seconds_of_unit;
    measurement["unit"] = "ms";
    result["measurements"].push_back(measurement);
  }
  return result;
}

Error bad_result(size_t index, std::string_view what) {
  return bad_input(fmt::format("a T4 result {}", what), fmt::format("results[{}]", index), "correct or remove it");
}

// The objective among the measurements, else the mean of the runtimes; 0 when there is neither.
double time_of(const Json& result) {
  std::string objective = "time";
  const Json* objectives = result.find("objectives");
  if (objectives && objectives->as_array() && !objectives->as_array()->empty()) {
    if (const auto* name = objectives->as_array()->front().as_string()) objective = *name;
  }
  const Json* measurements = result.find("measurements");
  const Json::Array* all = measurements ? measurements->as_array() : nullptr;
  for (size_t i = 0; all && i < all->size(); ++i) {
    const Json *name = (*all)[i].find("name"), *value = (*all)[i].find("value");
    if (name && name->as_string() && *name->as_string() == objective && value) return value->as_number().value_or(0);
  }
  const Json* times = result.find("times");
  const Json* runtimes = times ? times->find("runtimes") : nullptr;
  if (!runtimes || !runtimes->as_array() || runtimes->as_array()->empty()) return 0;
  double sum = 0;
  for (const Json& runtime : *runtimes->as_array()) sum += runtime.as_number().value_or(0);
  return sum / static_cast<double>(runtimes->as_array()->size());
}

Result<Outcome> outcome_of(const Json& result, size_t index) {
  const Json* invalidity = result.find("invalidity");
  const std::string* text = invalidity ? invalidity->as_string() : nullptr;
  const auto* name = std::find_if(std::begin(k_invalidities), std::end(k_invalidities),
                                  [&](const InvalidityName& known) { return text && known.text == *text; });
  if (name == std::end(k_invalidities)) return bad_result(index, "has no known invalidity");
  if (name->failure != Failure::none) return Outcome::failed(name->failure);
  const double time = time_of(result) * k_seconds_of_unit;
  if (!is_time(time)) return bad_result(index, "is correct but has no time that a kernel can take");
  return Outcome::time(time);
}

TrialCost cost_of(const Json& result) {
  const Json* times = result.find("times");
  const auto seconds = [&](std::string_view name) {
    const Json* member = times ? times->find(name) : nullptr;
    const double time = member ? member->as_number().value_or(0) * k_seconds_of_unit : 0;
    return is_time(time) ? time : 0;
  };
  return {std::max(seconds("compilation_time"), seconds("compilation")), seconds("validation"), seconds("benchmark")};
}

// The tunables of the first result, with every value that occurs in any result.
Result<std::vector<Axis>> axes_of(const Json::Array& results) {
  std::vector<Axis> axes;
  std::vector<std::set<Value>> values;
  for (size_t i = 0; i < results.size(); ++i) {
    const Json* configuration = results[i].find("configuration");
    if (!configuration || !configuration->as_object()) return bad_result(i, "has no configuration");
    for (const auto& [name, value] : *configuration->as_object()) {
      if (i == 0) axes.push_back({name, {}, 0});
    }
    values.resize(axes.size());
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      const Json* member = configuration->find(axes[axis].name);
      const auto value = member ? value_of(*member) : std::nullopt;
      if (!value) return bad_result(i, fmt::format("has no value of `{}`", axes[axis].name));
      values[axis].insert(*value);
    }
  }
  for (size_t axis = 0; axis < axes.size(); ++axis) axes[axis].values.assign(values[axis].begin(), values[axis].end());
  return axes;
}

Configuration configuration_of(const Json& configuration, const std::vector<Axis>& axes) {
  Configuration places;
  for (const Axis& axis : axes) {
    const auto place = std::find(axis.values.begin(), axis.values.end(), *value_of(*configuration.find(axis.name)));
    places.push_back(static_cast<uint16_t>(place - axis.values.begin()));
  }
  return places;
}

std::string text_member(const Json& metadata, std::string_view name) {
  const Json* member = metadata.find(name);
  return member && member->as_string() ? *member->as_string() : std::string();
}

}  // namespace

std::string write_t4(const RecordedSpace& recorded) {
  Json file = Json::object();
  file["schema_version"] = "1.0.0";
  Json& metadata = file["metadata"];
  metadata["timeunit"] = "milliseconds";
  metadata["kernel_name"] = recorded.kernel;
  metadata["device_name"] = recorded.device;
  metadata["origin"] = recorded.origin;
  Json results = Json::array();
  for (size_t i = 0; i < recorded.outcomes.size(); ++i) results.push_back(result_json(recorded, i));
  file["results"] = std::move(results);
  return file.dump(1) + "\n";
}

Result<RecordedSpace> read_t4(std::string_view text) {
  TRY(file, Json::parse(text));
  const Json* results = file.find("results");
  if (!results || !results->as_array() || results->as_array()->empty())
    return bad_input("these are no T4 results", {}, "they have a list `results`");
  RecordedHead head;
  if (const Json* metadata = file.find("metadata")) {
    head.kernel = text_member(*metadata, "kernel_name");
    head.device = text_member(*metadata, "device_name");
    if (metadata->find("origin")) head.origin = text_member(*metadata, "origin");
  }
  TRY(axes, axes_of(*results->as_array()));
  std::vector<RecordedTrial> trials;
  for (const Json& result : *results->as_array()) {
    TRY(outcome, outcome_of(result, trials.size()));
    trials.push_back({configuration_of(*result.find("configuration"), axes), outcome, cost_of(result)});
  }
  head.axes = std::move(axes);
  return make_recorded(std::move(head), trials);
}

Result<RecordedSpace> read_recorded(std::string_view text) {
  JsonMembers members(text);
  while (const auto member = members.next()) {
    if (member->key == "cache") return read_kernel_tuner_cache(text);
    if (member->key == "results") return read_t4(text);
  }
  return bad_input("this is no recorded space", {}, "give a cache file of Kernel Tuner, or results in the T4 format");
}

}  // namespace whet::search
