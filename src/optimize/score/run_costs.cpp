#include "optimize/score/run_costs.h"

#include <algorithm>

#include "util/text/record.h"

namespace whet {

void RunCosts::add(const CandidateVerdict& verdict) {
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

template <>
struct Record<RunCosts> {
  static constexpr auto fields = std::tuple(
      defaulted("candidates", &RunCosts::candidates), defaulted("wall_seconds", &RunCosts::wall_seconds),
      defaulted("compile_seconds", &RunCosts::compile_seconds), defaulted("waited_seconds", &RunCosts::waited_seconds),
      defaulted("judge_seconds", &RunCosts::judge_seconds), defaulted("compare_seconds", &RunCosts::compare_seconds));
};

Json to_json(const RunCosts& costs) {
  Json json = record_json(costs);
  json["overhead_seconds"] = costs.overhead_seconds();  // for other programs that read the event
  return json;
}

RunCosts costs_from(const Json& json) {
  const auto costs = read_record<RunCosts>(json, "the costs of a run");
  return costs ? *costs : RunCosts{};
}

}  // namespace whet
