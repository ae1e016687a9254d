#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/diagnose/profile_text.h"
#include "report/diagnose/profile_view.h"
#include "report/facts/metric_groups.h"

namespace whet {

namespace {

constexpr double k_changed = 0.01;

std::string change_text(const MetricChange& change) {
  if (!change.before) return "new";
  if (!change.after) return "gone";
  if (*change.before == 0) return "from 0";
  return fmt::format("{:.3g}", *change.after / *change.before);
}

std::string side_text(const std::optional<double>& value) {
  return value ? metric_text(*value) : "";
}

// The time first, in words: it is what a comparison is for.
void render_times(const MetricSet& before, const MetricSet& after, Canvas& canvas) {
  const auto old = before.find("gpu__time_duration.sum"), now = after.find("gpu__time_duration.sum");
  if (!old || !now || *now <= 0) return;
  canvas.fact("compared", {fmt::format("{} before, {} now: {:.2f}x", seconds_text(*old / 1e9), seconds_text(*now / 1e9),
                                       *old / *now)});
}

void render_stall_changes(const MetricSet& before, const MetricSet& after, Canvas& canvas) {
  const Stalls old = stalls_of(before), now = stalls_of(after);
  Stalls all = old;
  all.insert(now.begin(), now.end());
  Table table{.header = {"a warp waits for", "before", "after"}, .right_aligned = {false, true, true}};
  const auto share = [](const Stalls& stalls, const std::string& reason) {
    const auto found = stalls.find(reason);
    return percent_text(found == stalls.end() ? 0 : found->second);
  };
  for (const auto& [reason, unused] : all)
    table.rows.push_back(
        {fmt::format("{} ({})", stall_meaning(reason), reason), share(old, reason), share(now, reason)});
  if (table.rows.empty()) return;
  canvas.heading("stalls", 2);
  canvas.table(table);
}

}  // namespace

std::vector<MetricChange> changes_between(const MetricSet& before, const MetricSet& after) {
  std::vector<MetricChange> changes;
  for (const auto& [name, metric] : after.all()) {
    const auto old = before.find(name);
    if (!old && metric.value == 0) continue;
    if (old && std::abs(metric.value - *old) <= k_changed * std::abs(*old)) continue;
    changes.push_back({name, old, metric.value});
  }
  for (const auto& [name, metric] : before.all()) {
    if (!after.find(name) && metric.value != 0) changes.push_back({name, metric.value, std::nullopt});
  }
  return changes;
}

void render_changes(const LaunchRecord& before, const LaunchRecord& after, Canvas& canvas) {
  const MetricSet &old = before.profile.metrics, &now = after.profile.metrics;
  render_times(old, now, canvas);
  render_stall_changes(old, now, canvas);
  std::vector<Table> tables(metric_group_titles().size());
  const std::vector<MetricChange> changes = changes_between(old, now);
  for (const MetricChange& change : changes)
    tables[metric_group(change.name)].rows.push_back(
        {change.name, side_text(change.before), side_text(change.after), change_text(change)});
  canvas.heading("changed by more than 1 %", 2);
  if (changes.empty()) canvas.item({"nothing"});
  for (size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].rows.empty()) continue;
    tables[i].header = {metric_group_titles()[i], "before", "after", "ratio"};
    tables[i].right_aligned = {false, true, true, true};
    canvas.table(tables[i]);
  }
}

}  // namespace whet
