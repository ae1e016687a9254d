#include "report/diagnose/profile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "profile/profile_json.h"
#include "report/canvas/number_text.h"
#include "report/facts/metric_groups.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_hot_lines = 8, k_line_columns = 44;
constexpr double k_changed = 0.01, k_worth_listing = 0.03;

std::string value_text(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  return whole ? count_text(value) : fmt::format("{:.4g}", value);
}

void render_shares(const TimeShares& shares, Canvas& canvas) {
  std::vector<std::pair<double, std::string>> parts;
  for (const ResourceRow& row : resource_table()) {
    const double part = shares.sensitivity(row.resource);
    if (part >= k_worth_listing)
      parts.emplace_back(part, fmt::format("{} {} ({})", row.name, percent_text(part), axis_name(row.axis)));
  }
  if (shares.launch >= k_worth_listing) parts.emplace_back(shares.launch, "launch " + percent_text(shares.launch));
  std::sort(parts.rbegin(), parts.rend());
  std::vector<std::string> texts;
  for (const auto& [part, text] : parts) texts.push_back(text);
  canvas.fact("accounts for", {join(texts, ", ") + " of the time"});
}

void render_metrics(const ProfiledLaunch& launch, bool all, Canvas& canvas) {
  std::vector<Table> tables(metric_group_titles().size());
  for (const auto& [name, metric] : launch.profile.metrics.all()) {
    if (metric.value == 0 && !all) continue;
    tables[metric_group(name)].rows.push_back({name, value_text(metric.value), {name_of(metric.origin), Tone::dim}});
  }
  for (size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].rows.empty()) continue;
    tables[i].right_aligned = {false, true, false};
    canvas.heading(metric_group_titles()[i], 2);
    canvas.table(tables[i]);
  }
}

void render_changes(const Profile& before, const Profile& after, Canvas& canvas) {
  Table table;
  table.header = {"metric", "before", "after", "ratio"};
  table.right_aligned = {false, true, true, true};
  for (const auto& [name, metric] : after.metrics.all()) {
    const auto old = before.metrics.find(name);
    if (!old || std::abs(metric.value - *old) <= k_changed * std::abs(*old)) continue;
    const std::string ratio = *old != 0 ? fmt::format("{:.3g}", metric.value / *old) : "new";
    table.rows.push_back({name, value_text(*old), value_text(metric.value), ratio});
  }
  canvas.heading("changed by more than 1 %", 2);
  if (table.rows.empty())
    canvas.item({"nothing"});
  else
    canvas.table(table);
}

void render_hot_lines(const ProfiledLaunch& launch, bool all, Canvas& canvas) {
  std::vector<size_t> order(launch.lines.lines.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto& lines = launch.lines.lines;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lines[a].warps > lines[b].warps; });
  if (!all && order.size() > k_hot_lines) order.resize(k_hot_lines);
  Table table;
  table.header = {"line", "issued", "lanes", "sectors", "ideal", ""};
  table.right_aligned = {false, true, true, true, true, false};
  for (const size_t i : order) {
    const LineCounts& line = lines[i];
    const double active = line.warps > 0 ? line.lanes / (32 * line.warps) : 0;
    table.rows.push_back({line.file.substr(line.file.rfind('/') + 1) + ":" + std::to_string(line.line),
                          percent_text(line.share), percent_text(active),
                          line.sectors > 0 ? count_text(line.sectors) : "",
                          line.sectors > 0 ? count_text(line.ideal_sectors) : "",
                          i < launch.texts.size() ? launch.texts[i].substr(0, k_line_columns) : ""});
  }
  canvas.heading("hot lines", 2);
  canvas.table(table);
}

}  // namespace

void render(const ProfileView& view, Canvas& canvas) {
  for (const ProfiledLaunch& launch : view.launches) {
    canvas.heading(launch.profile.kernel, 1, launch.profile.device);
    canvas.fact("collected by",
                {launch.profile.collector +
                 (launch.profile.passes > 0 ? fmt::format(" in {} passes", launch.profile.passes) : "")});
    for (const std::string& note : view.notes) canvas.fact("note", {note});
    if (launch.profile.shares) render_shares(*launch.profile.shares, canvas);
    if (launch.before)
      render_changes(*launch.before, launch.profile, canvas);
    else
      render_metrics(launch, view.all, canvas);
    if (!launch.lines.lines.empty()) render_hot_lines(launch, view.all, canvas);
    for (const Advice& advice : launch.profile.advice)
      canvas.item(
          {advice.rule + ": " + advice.text +
           (advice.speedup_percent ? fmt::format(" (NVIDIA's estimate: {:.0f} %)", *advice.speedup_percent) : "")});
    for (const std::string& each : launch.profile.unseen) canvas.item({{"not seen: " + each, Tone::dim}});
  }
}

Json to_json(const ProfileView& view) {
  return json_array(view.launches, [](const ProfiledLaunch& launch) { return to_json(launch.profile); });
}

}  // namespace whet
