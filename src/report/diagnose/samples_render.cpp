#include "report/diagnose/samples_render.h"

#include <fmt/format.h>

#include <algorithm>

#include "profile/stalls.h"
#include "report/canvas/number_text.h"
#include "report/diagnose/profile_text.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_places_shown = 8, k_waits_shown = 3;
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
std::vector<const SampledInstruction*> most_sampled(const std::vector<SampledInstruction>& places, bool all) {
  std::vector<const SampledInstruction*> order;
  for (const SampledInstruction& place : places) {
    if (place.samples > 0) order.push_back(&place);
  }
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->samples > b->samples; });
  if (!all && order.size() > k_places_shown) order.resize(k_places_shown);
  return order;
}

}  // namespace

void render_samples(const SampledCode& code, bool all, Canvas& canvas) {
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

}  // namespace whet
