#include "calibrate/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hardware/ceilings.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr double k_most_spread = 0.05;   // relative distance of the quartiles
constexpr double k_clock_change = 0.03;  // between samples, or between the two launches
// Sheets give tensor peaks at a lower clock than the GPU may run at: an H200 could reach 108 % of its own.
constexpr double k_above_sheet = 0.1;

double value_at(const FigureInput& input, double seconds) {
  const double longer = seconds - (input.part ? input.part->seconds.median : input.fixed_seconds);
  if (longer <= 0) return 0;
  return input.unit == ProbeUnit::seconds ? longer / input.work : input.work / longer;
}

constexpr std::string_view k_power_cap = "power cap";

bool is_power_capped(const ProbeTimes& times) {
  const auto& reasons = times.after.slowed_by;
  return std::find(reasons.begin(), reasons.end(), k_power_cap) != reasons.end();
}

// Reasons of NVML that mean less than full speed; clocks that the user set are the GPU's own speed, and so is what it
// reaches at its power limit.
std::vector<std::string> slowdowns(const ProbeTimes& times) {
  std::vector<std::string> found;
  for (const std::string& reason : times.after.slowed_by) {
    if (reason != "clocks set by an application" && reason != "display clocks" && reason != "sync boost" &&
        reason != k_power_cap)
      found.push_back(reason);
  }
  return found;
}

std::string slowed_by(const FigureInput& input) {
  if (const auto reasons = slowdowns(input.full); !reasons.empty())
    return "the GPU was slowed by " + join(reasons, ", ");
  const ProbeTimes& full = input.full;
  if (is_power_capped(full)) return {};
  if (full.slowest_clock_hz < (1 - k_clock_change) * full.sm_clock_hz)
    return fmt::format("the SM clock dropped from {:.0f} to {:.0f} MHz", full.sm_clock_hz / 1e6,
                       full.slowest_clock_hz / 1e6);
  if (!input.part || full.sm_clock_hz <= 0 || input.part->sm_clock_hz <= 0) return {};
  if (std::abs(full.sm_clock_hz - input.part->sm_clock_hz) > k_clock_change * full.sm_clock_hz)
    return fmt::format("the SM clock was {:.0f} MHz for one launch and {:.0f} MHz for the other",
                       input.part->sm_clock_hz / 1e6, full.sm_clock_hz / 1e6);
  return {};
}

std::string varying(const FigureInput& input) {
  const double widest = std::max(input.full.seconds.relative_iqr, input.part ? input.part->seconds.relative_iqr : 0);
  if (widest <= k_most_spread) return {};
  return fmt::format("the middle half of its times lies {:.0f} % apart", 100 * widest);
}

std::string implausible(const FigureInput& input, double value) {
  if (value <= 0) return "more work took no longer";
  if (input.peak && value > (1 + k_above_sheet) * *input.peak)
    return fmt::format("it is {:.0f} % of the data sheet's peak", 100 * value / *input.peak);
  return {};
}

}  // namespace

std::optional<double> sheet_peak(std::string_view id, const Gpu& gpu) {
  const Ceilings sheet = sheet_ceilings(gpu);
  const auto rate = [](const std::optional<Rate>& found) {
    return found ? std::optional(found->per_second) : std::nullopt;
  };
  if (id.starts_with("dram_")) return rate(sheet.dram);
  struct Row {
    std::string_view type;
    Math math;
  };
  constexpr Row k_rows[] = {{"fp32", Math::fp32},        {"fp64", Math::fp64},        {"fp16", Math::fp16_tensor},
                            {"bf16", Math::bf16_tensor}, {"tf32", Math::tf32_tensor}, {"int8", Math::int8_tensor},
                            {"fp8", Math::fp8_tensor}};
  const std::string_view type = id.substr(id.find('_') + 1);
  for (const Row& row : k_rows) {
    if (type == row.type) return rate(sheet.peak(row.math));
  }
  return std::nullopt;
}

ProbeFigure figure_of(const FigureInput& input) {
  ProbeFigure figure;
  figure.unit = input.unit;
  figure.samples = input.full.seconds.count;
  figure.sm_clock_hz = input.full.sm_clock_hz;
  figure.value = value_at(input, input.full.seconds.median);
  const double first = value_at(input, input.full.seconds.first_quartile);
  const double third = value_at(input, input.full.seconds.third_quartile);
  figure.low = std::min({first, third, figure.value});
  figure.high = std::max({first, third, figure.value});
  const auto judge = [&](FigureStatus status, std::string why) {
    if (figure.status != FigureStatus::good || why.empty()) return;
    figure.status = status;
    figure.why = std::move(why);
  };
  judge(FigureStatus::implausible, implausible(input, figure.value));
  judge(FigureStatus::slowed, slowed_by(input));
  judge(FigureStatus::varies, varying(input));
  return figure;
}

}  // namespace whet
