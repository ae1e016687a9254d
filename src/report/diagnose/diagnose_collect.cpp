#include <algorithm>

#include "diagnose/line_column.h"
#include "report/diagnose/diagnose_view.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_worth_showing = 0.03;  // smaller parts of the time are left out

std::string line_text(const std::string& source, uint32_t line) {
  const auto rows = split(source, '\n');
  return line > 0 && line <= rows.size() ? std::string(trim(rows[line - 1])) : "";
}

std::vector<BoundView> bound_views(const TimeShares& shares) {
  std::vector<BoundView> views;
  for (const ResourceRow& row : resource_table()) {
    const double sensitivity = shares.sensitivity(row.resource);
    if (sensitivity >= k_worth_showing)
      views.push_back({std::string(row.name), shares.share(row.resource), sensitivity});
  }
  if (shares.launch >= k_worth_showing) views.push_back({"the launch", shares.launch, shares.launch});
  std::stable_sort(views.begin(), views.end(),
                   [](const auto& a, const auto& b) { return a.sensitivity > b.sensitivity; });
  return views;
}

}  // namespace

std::optional<double> DiagnoseView::seconds() const {
  double sum = 0;
  for (const DiagnosedLaunch& launch : launches) {
    if (!launch.seconds) return std::nullopt;
    sum += *launch.seconds;
  }
  return launches.empty() ? std::nullopt : std::optional(sum);
}

DiagnosedLaunch collect_diagnosis(const LaunchDiagnosis& found, const SourceText& source) {
  DiagnosedLaunch view;
  view.kernel = found.profile.kernel;
  view.collector = found.profile.collector;
  view.bound = name_of(found.bound);
  const auto& metrics = found.profile.metrics.all();
  if (const auto time = metrics.find("gpu__time_duration.sum"); time != metrics.end()) {
    view.seconds = time->second.value / 1e9;
    view.origin = time->second.origin;
  }
  if (found.profile.shares) view.bounds = bound_views(*found.profile.shares);
  for (const Finding& finding : found.diagnosis.findings) {
    ActionView action{finding.rule, finding.text, finding.rank, std::string(name_of(level_of(finding.rank)))};
    if (const LineCounts* const worst = worst_line(found.lines, finding.where)) {
      action.place = worst->file.substr(worst->file.rfind('/') + 1) + ":" + std::to_string(worst->line);
      action.line = line_text(source(worst->file), worst->line);
    }
    for (const Evidence& each : finding.evidence) action.evidence.emplace_back(each.fact, each.value);
    action.suggestions = finding.suggestions;
    action.needs = finding.needs;
    action.conflicts = finding.conflicts;
    view.actions.push_back(std::move(action));
  }
  view.undecided = found.diagnosis.undecided;
  view.unseen = found.profile.unseen;
  return view;
}

}  // namespace whet
