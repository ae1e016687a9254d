#include "report/diagnose/samples_render.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_places_shown = 8, k_text_columns = 44, k_waits_shown = 3;
constexpr double k_worth_waiting = 0.03;

// "long_scoreboard 80 %, wait 12 %"
std::string waits_text(const Stalls& stalls) {
  std::vector<std::pair<double, std::string_view>> order;
  for (const auto& [reason, share] : stalls) order.emplace_back(share, reason);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  const double all = sum_of(stalls);
  std::vector<std::string> parts;
  for (const auto& [share, reason] : order) {
    if (parts.size() < k_waits_shown && share >= k_worth_waiting * all)
      parts.push_back(fmt::format("{} {}", reason, percent_text(share / all)));
  }
  return join(parts, ", ");
}

Stalls stalls_at(const SampledInstruction& at) {
  Stalls stalls;
  for (const StallSamples& stall : at.stalls) stalls[stall.reason] += stall.samples;
  return stalls;
}

// The places with most samples first.
template <typename Place>
std::vector<const Place*> most_sampled(const std::vector<Place>& places, bool all) {
  std::vector<const Place*> order;
  for (const Place& place : places) {
    if (place.samples > 0) order.push_back(&place);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->samples > b->samples; });
  if (!all && order.size() > k_places_shown) order.resize(k_places_shown);
  return order;
}

std::string place_text(const std::string& file, uint32_t line) {
  return file.empty() ? "" : file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
}

void render_sampled_lines(const LaunchRecord& launch, bool all, Canvas& canvas) {
  Table table;
  table.header = {"line", "samples", "waits for", ""};
  table.right_aligned = {false, true, false, false};
  for (const LineCounts* const line : most_sampled(launch.lines.lines, all)) {
    const auto i = static_cast<size_t>(line - launch.lines.lines.data());
    table.rows.push_back({place_text(line->file, line->line), percent_text(line->samples / launch.lines.samples),
                          waits_text(line->stalls),
                          i < launch.texts.size() ? launch.texts[i].substr(0, k_text_columns) : ""});
  }
  canvas.heading("where warps were seen", 2);
  canvas.table(table);
}

void render_sampled_code(const SampledCode& code, bool all, Canvas& canvas) {
  Table table;
  table.header = {"SASS", "samples", "not issued", "waits for", "line"};
  table.right_aligned = {false, true, true, false, false};
  for (const SampledInstruction* const at : most_sampled(code.instructions, all))
    table.rows.push_back({fmt::format("{:04x}  {}", at->offset, at->instruction),
                          percent_text(at->samples / code.samples), percent_text(at->unissued / at->samples),
                          waits_text(stalls_at(*at)), place_text(at->file, at->line)});
  canvas.heading(fmt::format("hot SASS: {} samples, one every {} cycles", count_text(code.samples),
                             count_text(static_cast<double>(code.period_cycles))),
                 2);
  canvas.table(table);
  if (code.elsewhere > 0) canvas.item({count_text(code.elsewhere) + " samples are in other code"});
  if (code.dropped > 0) canvas.item({count_text(code.dropped) + " samples were dropped by the hardware"});
}

}  // namespace

void render_samples(const LaunchRecord& launch, bool all, Canvas& canvas) {
  render_sampled_lines(launch, all, canvas);
  render_sampled_code(*launch.profile.sampled, all, canvas);
}

}  // namespace whet
