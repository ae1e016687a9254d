#include "profile/measured/metric_need.h"

#include <algorithm>
#include <set>

namespace whet {

namespace {

constexpr std::string_view k_stalled = "smsp__average_warps_issue_stalled_";

}  // namespace

bool is_no_counter(const std::string& metric) {
  return metric.starts_with("launch__") || metric.starts_with("whet__") || metric.starts_with("gpu__time_duration") ||
         metric == "sm__maximum_warps_per_active_cycle_pct";
}

std::vector<MetricNeed> needs_of(const std::vector<std::string>& names, const std::vector<ResourceMetrics>& resources,
                                 const NcuNames& table) {
  std::vector<MetricNeed> needs;
  for (const ResourceMetrics& resource : resources) needs.push_back({resource.metrics, false});
  std::set<std::string> wanted(names.begin(), names.end());
  if (std::any_of(names.begin(), names.end(), [](const std::string& each) { return each.starts_with(k_stalled); })) {
    for (const auto& [name, metric] : table.all()) {
      if (name.starts_with(k_stalled)) wanted.insert(name);
    }
  }
  for (const std::string& name : wanted) {
    if (is_no_counter(name)) continue;
    MetricNeed need{{name}};
    if (const NcuMetricName* const known = table.find(name))
      need.names.insert(need.names.end(), known->same.begin(), known->same.end());
    needs.push_back(std::move(need));
  }
  return needs;
}

std::vector<std::string> all_names(const std::vector<MetricNeed>& needs) {
  std::set<std::string> names;
  for (const MetricNeed& need : needs) names.insert(need.names.begin(), need.names.end());
  return {names.begin(), names.end()};
}

ChosenMetrics choose_metrics(const std::vector<MetricNeed>& needs, const std::vector<std::string>& known) {
  const std::set<std::string> has(known.begin(), known.end());
  std::set<std::string> chosen;
  ChosenMetrics metrics;
  for (const MetricNeed& need : needs) {
    const auto first =
        std::find_if(need.names.begin(), need.names.end(), [&](const std::string& name) { return has.contains(name); });
    if (first == need.names.end()) {
      metrics.not_known.push_back(need.names.front());
      continue;
    }
    chosen.insert(*first);
    if (need.is_named && first != need.names.begin()) metrics.stand_ins.push_back({need.names.front(), *first});
  }
  metrics.names.assign(chosen.begin(), chosen.end());
  return metrics;
}

}  // namespace whet
