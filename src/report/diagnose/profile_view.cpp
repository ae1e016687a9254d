#include "report/diagnose/profile_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/canvas/number_text.h"
#include "report/diagnose/profile_text.h"
#include "report/diagnose/samples_render.h"
#include "report/facts/metric_groups.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_worth_listing = 0.03;

// The parts of the time on one axis, the largest first.
void render_axis(const LaunchPicture& picture, Axis axis, Canvas& canvas) {
  std::vector<std::string> texts;
  double sum = 0;
  for (const TimePart& part : picture.launches.back().time) {
    if (part.is_launch || part.axis != axis || part.share < k_worth_listing) continue;
    texts.push_back(fmt::format("{} {}", part.name, percent_text(part.share)));
    sum += part.share;
  }
  if (!texts.empty())
    canvas.fact(axis_name(axis), {fmt::format("{} of the time: {}", percent_text(sum), join(texts, ", "))});
}

void render_parts(const LaunchPicture& picture, Canvas& canvas) {
  for (const Axis axis : {Axis::memory, Axis::compute, Axis::latency}) render_axis(picture, axis, canvas);
  for (const TimePart& part : picture.launches.back().time) {
    if (part.is_launch) canvas.fact("launch", {percent_text(part.share) + " of the time"});
  }
  std::vector<std::pair<double, std::string>> stalls;
  for (const auto& [reason, share] : picture.launches.back().stalls) {
    if (share >= k_worth_listing)
      stalls.emplace_back(share, fmt::format("{} ({}) {}", stall_meaning(reason), reason, percent_text(share)));
  }
  std::sort(stalls.rbegin(), stalls.rend());
  std::vector<std::string> texts;
  for (const auto& [share, text] : stalls) texts.push_back(text);
  if (!texts.empty()) canvas.fact("warps wait", {join(texts, ", ")});
}

void render_metrics(const LaunchRecord& launch, bool all, Canvas& canvas) {
  std::vector<Table> tables(metric_group_titles().size());
  for (const auto& [name, metric] : launch.profile.metrics.all()) {
    if (metric.value == 0 && !all) continue;
    tables[metric_group(name)].rows.push_back({name, metric_text(metric.value), {name_of(metric.origin), Tone::dim}});
  }
  for (size_t i = 0; i < tables.size(); ++i) {
    if (tables[i].rows.empty()) continue;
    tables[i].right_aligned = {false, true, false};
    canvas.heading(metric_group_titles()[i], 2);
    canvas.table(tables[i]);
  }
}

void render_head(const ProfileView& view, size_t i, Canvas& canvas) {
  const Profile& profile = view.record.launches[i].profile;
  canvas.heading(profile.kernel, 1, profile.device);
  canvas.fact("collected by",
              {profile.collector + (profile.passes > 0 ? fmt::format(" in {} passes", profile.passes) : "") +
               (profile.launches > 1 ? fmt::format(", medians of {} launches", profile.launches) : "")});
  for (const std::string& note : view.record.notes) canvas.fact("note", {note});
  const auto time = profile.metrics.all().find("gpu__time_duration.sum");
  if (time != profile.metrics.all().end())
    canvas.fact("time", {fmt::format("{} {}", name_of(time->second.origin), seconds_text(time->second.value / 1e9))});
}

}  // namespace

ProfileView collect_profile(DiagnosisRecord record, std::optional<DiagnosisRecord> before, const Gpu* gpu,
                            const std::vector<Measurement>& measurements) {
  ProfileView view;
  for (size_t i = 0; i < record.launches.size(); ++i) {
    std::vector<LabelledRecord> launches{{before ? "after" : "", &record.launches[i]}};
    if (before) launches.insert(launches.begin(), {"before", &before->launches[i]});
    view.pictures.push_back(collect_picture(launches, gpu, measurements));
  }
  view.record = std::move(record);
  view.before = std::move(before);
  return view;
}

void render(const ProfileView& view, Canvas& canvas) {
  for (size_t i = 0; i < view.record.launches.size(); ++i) {
    const LaunchRecord& launch = view.record.launches[i];
    render_head(view, i, canvas);
    if (!view.pictures[i].launches.empty()) render_parts(view.pictures[i], canvas);
    render_reach(view.pictures[i], canvas);
    draw_picture(view.pictures[i], canvas);
    if (view.before)
      render_changes(view.before->launches[i], launch, canvas);
    else
      render_metrics(launch, view.all, canvas);
    if (!launch.lines.lines.empty()) render_hot_lines(launch, view.all, canvas);
    if (!launch.code.instructions.empty()) render_hot_code(launch, view.all, canvas);
    if (launch.profile.sampled) render_samples(*launch.profile.sampled, view.all, canvas);
    for (const Advice& advice : launch.profile.advice)
      canvas.item(
          {advice.rule + ": " + advice.text +
           (advice.speedup_percent ? fmt::format(" (NVIDIA's estimate: {:.0f} %)", *advice.speedup_percent) : "")});
    for (const std::string& each : launch.profile.unseen) canvas.item({{"not seen: " + each, Tone::dim}});
  }
}

Json to_json(const ProfileView& view) {
  Json json = to_json(view.record);
  if (!view.before) return json;
  json["changes"] = Json::array();
  for (size_t i = 0; i < view.record.launches.size(); ++i) {
    Json launch = Json::object();
    for (const MetricChange& change :
         changes_between(view.before->launches[i].profile.metrics, view.record.launches[i].profile.metrics)) {
      launch[change.name]["before"] = change.before;
      launch[change.name]["after"] = change.after;
    }
    json["changes"].push_back(std::move(launch));
  }
  return json;
}

}  // namespace whet
