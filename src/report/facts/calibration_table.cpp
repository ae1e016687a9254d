#include "report/facts/calibration_table.h"

#include <fmt/format.h>

#include "calibrate/figure.h"
#include "report/canvas/number_text.h"
#include "util/text.h"

namespace whet {

namespace {

std::string with_prefix(double value, const char* unit) {
  if (value >= 1e12) return fmt::format("{:.4g} T{}", value / 1e12, unit);
  return fmt::format("{:.4g} G{}", value / 1e9, unit);
}

std::string sheet_text(const ProbeFigure& figure, const Gpu* gpu) {
  const auto peak = gpu ? sheet_peak(figure.id, *gpu) : std::nullopt;
  return peak ? percent_text(figure.value / *peak) : "";
}

}  // namespace

std::string figure_text(double value, ProbeUnit unit) {
  if (unit == ProbeUnit::bytes_per_second) return with_prefix(value, "B/s");
  if (unit == ProbeUnit::operations_per_second) return with_prefix(value, "op/s");
  return value < 1e-6 ? fmt::format("{:.4g} ns", 1e9 * value) : fmt::format("{:.4g} us", 1e6 * value);
}

Table calibration_table(const Calibration& calibration, const Gpu* gpu) {
  Table table;
  table.header = {"ceiling", "value", "middle half", "of the sheet", ""};
  table.right_aligned = {false, true, false, true, false};
  for (const ProbeFigure& figure : calibration.figures) {
    if (figure.status == FigureStatus::failed) {
      table.rows.push_back({figure.title, "", "", "", {"failed: " + figure.why, Tone::bad}});
      continue;
    }
    const bool has_range = figure.high > figure.low;
    table.rows.push_back(
        {figure.title,
         figure_text(figure.value, figure.unit),
         has_range ? figure_text(figure.low, figure.unit) + " to " + figure_text(figure.high, figure.unit) : "",
         sheet_text(figure, gpu),
         {figure.good() ? "" : fmt::format("{}, not used: {}", name_of(figure.status), figure.why), Tone::warning}});
  }
  return table;
}

std::string conditions_text(const Calibration& calibration) {
  if (calibration.is_virtual) return fmt::format("modelled on {}: {}", calibration.date, calibration.device.driver);
  std::vector<std::string> parts;
  if (!calibration.device.driver.empty()) parts.push_back("driver " + calibration.device.driver);
  if (!calibration.device.cuda.empty()) parts.push_back("CUDA " + calibration.device.cuda);
  if (calibration.sm_clock_hz > 0)
    parts.push_back(fmt::format("SM clock {:.0f} MHz under load", calibration.sm_clock_hz / 1e6));
  if (calibration.before.sm_clock_hz > 0)
    parts.push_back(fmt::format("{:.0f} MHz before, {:.0f} MHz after", calibration.before.sm_clock_hz / 1e6,
                                calibration.after.sm_clock_hz / 1e6));
  if (calibration.after.temperature_celsius > 0)
    parts.push_back(fmt::format("{:.0f} C after", calibration.after.temperature_celsius));
  return fmt::format("measured on {}: {}", calibration.date, join(parts, ", "));
}

std::string points_text(const ProbeFigure& figure) {
  std::vector<std::string> parts;
  for (const ProbePoint& point : figure.points)
    parts.push_back(fmt::format("{} {}", format_bytes(point.bytes), figure_text(point.value, figure.unit)));
  return join(parts, ", ");
}

}  // namespace whet
