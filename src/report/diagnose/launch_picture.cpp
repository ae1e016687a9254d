#include "report/diagnose/launch_picture.h"

#include <algorithm>

#include "profile/memory_levels.h"

namespace whet {

namespace {

constexpr double k_worth_drawing = 0.01;
constexpr size_t k_pictured_lines = 8;

std::optional<Rate> ceiling_at(MemoryLevel level, const Gpu& gpu, const std::vector<Measurement>& measurements) {
  switch (level) {
    case MemoryLevel::dram:
      return ceilings(gpu).dram;
    case MemoryLevel::l2:
      return l2_rate(gpu, measurements);
    case MemoryLevel::shared:
      return shared_rate(gpu);
  }
  return std::nullopt;
}

std::optional<double> flops_of(const LaunchRecord& record) {
  return record.known.flops ? record.known.flops : counted_flops(record.profile.metrics);
}

RoofPoint roof_point(const LabelledRecord& launch, const Gpu* gpu, const std::vector<Measurement>& measurements) {
  const MetricSet& metrics = launch.record->profile.metrics;
  RoofPoint point{launch.label.empty() ? "this kernel" : launch.label, 0, flops_of(*launch.record), {}};
  if (const auto nanoseconds = metrics.find("gpu__time_duration.sum")) point.seconds = *nanoseconds / 1e9;
  if (point.flops && *point.flops <= 0) point.flops.reset();
  for (const MemoryLevel level : k_memory_levels) {
    const auto bytes = bytes_at(level, metrics);
    if (!bytes || *bytes <= 0) continue;
    LevelUse use{std::string(name_of(level)), *bytes, std::nullopt, "", ""};
    if (const auto rate = gpu ? ceiling_at(level, *gpu, measurements) : std::nullopt) {
      use.per_second = rate->per_second;
      use.origin = rate->fact == "l2_read_bandwidth" ? "measured" : "sourced";
      use.source = rate->source;
    }
    point.levels.push_back(std::move(use));
  }
  return point;
}

std::vector<TimePart> time_parts(const TimeShares& shares) {
  std::vector<TimePart> parts;
  for (const ResourceRow& row : resource_table()) {
    if (const double part = shares.sensitivity(row.resource); part >= k_worth_drawing)
      parts.push_back({std::string(row.name), row.axis, false, part});
  }
  if (shares.launch >= k_worth_drawing) parts.push_back({"the launch", Axis::latency, true, shares.launch});
  std::stable_sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.share > b.share; });
  return parts;
}

std::vector<PicturedLine> pictured_lines(const LaunchRecord& record) {
  std::vector<PicturedLine> lines;
  for (size_t i = 0; i < record.lines.lines.size(); ++i) {
    const LineCounts& line = record.lines.lines[i];
    if (sum_of(line.stalls) < k_worth_drawing) continue;
    lines.push_back({line.file.substr(line.file.rfind('/') + 1) + ":" + std::to_string(line.line),
                     i < record.texts.size() ? record.texts[i] : "", line.stalls});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return sum_of(a.stalls) > sum_of(b.stalls); });
  if (lines.size() > k_pictured_lines) lines.resize(k_pictured_lines);
  return lines;
}

}  // namespace

LaunchPicture collect_picture(const std::vector<LabelledRecord>& launches, const Gpu* gpu,
                              const std::vector<Measurement>& measurements) {
  LaunchPicture picture;
  if (gpu) picture.roofline.peaks = roofs_of(ceilings(*gpu));
  for (const LabelledRecord& launch : launches) {
    const Profile& profile = launch.record->profile;
    RoofPoint point = roof_point(launch, gpu, measurements);
    if (point.flops) picture.roofline.flops_origin = launch.record->known.flops ? "declared or derived" : "counted";
    if (point.seconds > 0) picture.roofline.points.push_back(std::move(point));
    picture.launches.push_back({launch.label, profile.shares ? time_parts(*profile.shares) : std::vector<TimePart>{},
                                stalls_of(profile.metrics)});
  }
  if (!launches.empty()) picture.lines = pictured_lines(*launches.back().record);
  return picture;
}

}  // namespace whet
