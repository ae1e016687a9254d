#include "optimize/score/run_costs.h"

#include <algorithm>

namespace whet {

void RunCosts::add(const WorkerVerdict& verdict) {
  ++candidates;
  compile_seconds += verdict.compile_seconds;
  waited_seconds += verdict.wait_seconds;
  judge_seconds += verdict.check_seconds + verdict.time_seconds;
}

double RunCosts::overhead_seconds() const {
  if (candidates == 0) return 0;
  const double own = wall_seconds - waited_seconds - judge_seconds - compare_seconds;
  return std::max(0.0, own) / static_cast<double>(candidates);
}

Json to_json(const RunCosts& costs) {
  return Json::Object{{"candidates", costs.candidates},
                      {"wall_seconds", costs.wall_seconds},
                      {"compile_seconds", costs.compile_seconds},
                      {"waited_seconds", costs.waited_seconds},
                      {"judge_seconds", costs.judge_seconds},
                      {"compare_seconds", costs.compare_seconds},
                      {"overhead_seconds", costs.overhead_seconds()}};
}

RunCosts costs_from(const Json& json) {
  const auto number = [&](std::string_view name) {
    const Json* const found = json.find(name);
    return found ? std::max(0.0, found->as_number().value_or(0)) : 0.0;
  };
  RunCosts costs;
  costs.candidates = static_cast<size_t>(number("candidates"));
  costs.wall_seconds = number("wall_seconds");
  costs.compile_seconds = number("compile_seconds");
  costs.waited_seconds = number("waited_seconds");
  costs.judge_seconds = number("judge_seconds");
  costs.compare_seconds = number("compare_seconds");
  return costs;
}

}  // namespace whet
