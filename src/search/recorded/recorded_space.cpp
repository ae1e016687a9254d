#include "search/recorded/recorded_space.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace whet::search {

std::vector<double> RecordedSpace::sorted_times() const {
  std::vector<double> times;
  for (const Outcome& outcome : outcomes) {
    if (outcome.works()) times.push_back(outcome.seconds);
  }
  std::sort(times.begin(), times.end());
  return times;
}

std::optional<Value> value_of(const Json& json) {
  if (const auto* whole = json.as_integer()) return Value(*whole);
  if (const auto* truth = json.as_bool()) return Value(*truth);
  if (const auto* text = json.as_string()) return Value(*text);
  if (json.as_number()) return Value(json.dump(-1));
  return std::nullopt;
}

Json to_json(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

bool is_time(double seconds) {
  return seconds >= 1e-12 && seconds <= 1e9;
}

Result<void> require_free_names(const std::vector<Axis>& axes) {
  constexpr std::string_view own[] = {"time",           "compile_time", "verification_time",
                                      "benchmark_time", "__error__",    "whet_failure"};
  for (const Axis& axis : axes) {
    if (std::find(std::begin(own), std::end(own), axis.name) != std::end(own))
      return bad_input(
          fmt::format("a tunable of the recorded space is named `{}`, as what a trial measures is", axis.name), {},
          "give the tunable another name");
  }
  return {};
}

Result<RecordedSpace> make_recorded(RecordedHead head, const std::vector<RecordedTrial>& trials) {
  TRY_VOID(require_free_names(head.axes));
  const auto works = [](const RecordedTrial& trial) { return trial.outcome.works(); };
  if (std::none_of(trials.begin(), trials.end(), works))
    return bad_input("no configuration of the recorded space works", {}, "record one in which some configuration does");
  std::vector<Configuration> configurations;
  for (const RecordedTrial& trial : trials) configurations.push_back(trial.configuration);
  TRY(space, Space::listed(std::move(head.axes), configurations));
  RecordedSpace recorded{std::move(head.kernel),
                         std::move(head.device),
                         std::move(head.origin),
                         std::move(head.problem_size),
                         std::move(space),
                         {},
                         {}};
  for (const RecordedTrial& trial : trials) {
    if (recorded.space.index_of(trial.configuration) != recorded.outcomes.size()) continue;
    recorded.outcomes.push_back(trial.outcome);
    recorded.costs.push_back(trial.cost);
  }
  return recorded;
}

}  // namespace whet::search
