#include "report/optimize/predicted_candidates.h"

#include <fmt/format.h>

#include <algorithm>

#include "optimize/run/opened_run.h"
#include "report/canvas/number_text.h"

namespace whet {

namespace {

constexpr int64_t k_all = 100'000;  // candidates of a run

}  // namespace

Result<std::vector<PredictedCandidate>> collect_predicted(store::Store& store, const store::Run& run) {
  std::vector<PredictedCandidate> found;
  TRY(events, store.events_of(run.id, k_predicted_event));
  if (events.empty()) return found;
  const Json& predicted = events.back().data;
  TRY(candidates, store.candidates(run.id, {.limit = k_all}));
  for (const store::Candidate& candidate : candidates) {
    const Json* const seconds = candidate.memo.empty() ? nullptr : predicted.find(candidate.memo);
    if (seconds && seconds->as_number())
      found.push_back({candidate.index, candidate.memo, *seconds->as_number(), candidate.seconds});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.candidate < b.candidate; });
  return found;
}

std::string predicted_text(const std::vector<PredictedCandidate>& predicted) {
  std::vector<double> ratios;
  for (const PredictedCandidate& each : predicted) {
    if (each.seconds && each.predicted_seconds > 0) ratios.push_back(*each.seconds / each.predicted_seconds);
  }
  if (ratios.empty()) return {};
  std::sort(ratios.begin(), ratios.end());
  return fmt::format(
      "{} written kernels took {:.2f} to {:.2f} times what was predicted before compiling, median {:.2f}",
      ratios.size(), ratios.front(), ratios.back(), ratios[ratios.size() / 2]);
}

Table predicted_table(const std::vector<PredictedCandidate>& all, store::TimeOrigin origin, size_t most) {
  std::vector<PredictedCandidate> predicted = all;
  if (most > 0) {
    std::erase_if(predicted, [](const PredictedCandidate& each) { return !each.seconds; });
    std::stable_sort(predicted.begin(), predicted.end(),
                     [](const auto& a, const auto& b) { return *a.seconds < *b.seconds; });
    if (predicted.size() > most) predicted.resize(most);
  }
  Table table{.header = {"candidate", "kernel", "predicted", std::string(store::name_of(origin))},
              .right_aligned = {true, false, true, true}};
  for (const PredictedCandidate& each : predicted)
    table.rows.push_back({std::to_string(each.candidate), each.what, seconds_text(each.predicted_seconds),
                          each.seconds ? seconds_text(*each.seconds) : "not timed"});
  return table;
}

Json to_json(const PredictedCandidate& predicted) {
  return Json::Object{{"candidate", predicted.candidate},
                      {"what", predicted.what},
                      {"predicted_seconds", predicted.predicted_seconds},
                      {"seconds", predicted.seconds}};
}

}  // namespace whet
