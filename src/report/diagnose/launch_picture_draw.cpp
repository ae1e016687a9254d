#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"
#include "report/diagnose/launch_picture.h"
#include "report/draw/share_bars.h"
#include "util/text.h"

namespace whet {

namespace {

// Colours stand for kinds of waiting; the names tell the reasons.
std::string_view stall_style(std::string_view reason) {
  constexpr std::pair<std::string_view, std::string_view> k_styles[] = {
      {"long_scoreboard", "part memory"},
      {"lg_throttle", "part memory"},
      {"tex_throttle", "part memory"},
      {"drain", "part memory"},
      {"short_scoreboard", "part shared"},
      {"mio_throttle", "part shared"},
      {"barrier", "part sync"},
      {"membar", "part sync"},
      {"sleeping", "part sync"},
      {"math_pipe_throttle", "part math"},
      {"gmma", "part math"},
      {"selected", "part issue"},
      {"wait", "part wait"},
  };
  for (const auto& [key, style] : k_styles) {
    if (key == reason) return style;
  }
  return "part other";
}

std::string_view part_style(const TimePart& part) {
  constexpr std::pair<std::string_view, std::string_view> k_styles[] = {
      {"DRAM", "part memory"},         {"L2 cache", "part l2"},          {"L1 cache", "part l1"},
      {"traffic of an SM", "part l1"}, {"shared memory", "part shared"}, {"load/store issue", "part lsu"},
      {"issue", "part issue"},         {"starting blocks", "part sync"},
  };
  if (part.is_launch) return "part other";
  for (const auto& [name, style] : k_styles) {
    if (name == part.name) return style;
  }
  return part.axis == Axis::memory ? "part sync" : part.axis == Axis::compute ? "part math" : "part wait";
}

std::vector<BarPart> stall_parts(const Stalls& stalls) {
  std::vector<BarPart> parts;
  for (const auto& [reason, share] : stalls)
    parts.push_back({std::string(stall_meaning(reason)), std::string(stall_style(reason)), share});
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  return parts;
}

Figure bars_figure(const std::vector<BarRow>& rows, const std::string& label, std::string caption) {
  return {share_bars_svg(rows, label, k_wide_plot), share_bars_svg(rows, label, k_narrow_plot), std::move(caption)};
}

std::string named(const std::string& label, const char* otherwise) {
  return label.empty() ? otherwise : label;
}

void draw_time(const LaunchPicture& picture, Canvas& canvas) {
  std::vector<BarRow> time, warps;
  for (const PicturedLaunch& launch : picture.launches) {
    BarRow row{named(launch.label, "the launch's time"), "", {}};
    for (const TimePart& part : launch.time)
      row.parts.push_back({part.name, std::string(part_style(part)), part.share});
    if (!row.parts.empty()) time.push_back(std::move(row));
    if (!launch.stalls.empty()) warps.push_back({named(launch.label, "a warp's time"), "", stall_parts(launch.stalls)});
  }
  if (!time.empty())
    canvas.figure(bars_figure(time, "What the time of the launch is made of.",
                              "What the time is made of: by how much it would change with the work of each part."));
  if (!warps.empty())
    canvas.figure(bars_figure(warps, "What a warp's time is spent on.",
                              "What a warp spends its time on, by Nsight Compute's stall reasons."));
}

std::string sources_text(const LaunchRoofline& roofline) {
  std::vector<std::string> parts;
  if (roofline.points.empty()) return "";
  for (const LevelUse& use : roofline.points.front().levels) {
    parts.push_back(use.per_second ? fmt::format("{} {} ({})", use.level, use.origin, use.source)
                                   : use.level + " not known");
  }
  if (roofline.has_flops() && !roofline.peaks.empty())
    parts.push_back(fmt::format("arithmetic sourced ({})", roofline.peaks.front().source));
  return join(parts, ", ");
}

void draw_roofline(const LaunchRoofline& roofline, Canvas& canvas) {
  if (roofline.points.empty()) return;
  const std::string sources = sources_text(roofline);
  const bool has_ceiling = std::any_of(roofline.points.front().levels.begin(), roofline.points.front().levels.end(),
                                       [](const LevelUse& use) { return use.per_second.has_value(); });
  if (roofline.has_flops() && has_ceiling)
    canvas.figure({launch_roofline_svg(roofline, k_wide_plot), launch_roofline_svg(roofline, k_narrow_plot),
                   fmt::format("Roofline at each level of memory; operations are {}. Ceilings: {}; see whet specs.",
                               roofline.flops_origin, sources)});
  if (has_ceiling)
    canvas.figure({level_bars_svg(roofline, k_wide_plot), level_bars_svg(roofline, k_narrow_plot),
                   fmt::format("Bytes a second at each level of memory. Ceilings: {}.", sources)});
}

void draw_lines(const LaunchPicture& picture, Canvas& canvas) {
  std::vector<BarRow> rows;
  for (const PicturedLine& line : picture.lines)
    rows.push_back({line.place + "  " + percent_text(sum_of(line.stalls)), line.text, stall_parts(line.stalls)});
  if (!rows.empty())
    canvas.figure(bars_figure(rows, "Lines where warps spend their time.",
                              "The lines where warps spend most of their time, and what they wait for there."));
}

}  // namespace

void draw_picture(const LaunchPicture& picture, Canvas& canvas) {
  if (picture.launches.empty()) return;
  draw_roofline(picture.roofline, canvas);
  draw_time(picture, canvas);
  draw_lines(picture, canvas);
}

void render_reach(const LaunchPicture& picture, Canvas& canvas) {
  bool first = true;
  for (const RoofPoint& point : picture.roofline.points) {
    std::vector<std::string> parts;
    for (const LevelUse& use : point.levels) {
      if (!use.per_second) continue;
      parts.push_back(fmt::format("{} {} ({} {})", use.level, reach_text(use.bytes / point.seconds, *use.per_second),
                                  use.origin, use.source));
    }
    if (point.flops) parts.push_back(rate_text(*point.flops / point.seconds, false));
    if (parts.empty()) continue;
    const std::string who = picture.roofline.points.size() > 1 ? point.label + ": " : "";
    canvas.fact(first ? "reaches" : "", {who + join(parts, ", ")});
    first = false;
  }
}

Json to_json(const LaunchPicture& picture) {
  Json json = Json::object();
  json["points"] = json_array(picture.roofline.points, [](const RoofPoint& point) {
    Json row = Json::object();
    row["label"] = point.label;
    row["seconds"] = point.seconds;
    row["flops"] = point.flops;
    row["levels"] = json_array(point.levels, [](const LevelUse& use) {
      Json level = Json::object();
      level["level"] = use.level;
      level["bytes"] = use.bytes;
      level["ceiling"] = use.per_second;
      if (use.per_second) level["origin"] = use.origin;
      if (use.per_second) level["source"] = use.source;
      return level;
    });
    return row;
  });
  const auto stalls_json = [](const Stalls& stalls) {
    Json row = Json::object();
    for (const auto& [reason, share] : stalls) row[reason] = share;
    return row;
  };
  json["stalls"] = json_array(picture.launches, [&](const auto& launch) { return stalls_json(launch.stalls); });
  json["lines"] = json_array(picture.lines, [&](const PicturedLine& line) {
    Json row = Json::object();
    row["place"] = line.place;
    row["text"] = line.text;
    row["stalls"] = stalls_json(line.stalls);
    return row;
  });
  return json;
}

}  // namespace whet
