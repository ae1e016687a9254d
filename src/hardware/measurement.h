// Published measurements on real devices: single figures, and curves of many points.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/fact_sheet.h"
#include "hardware/source.h"
#include "util/result.h"

namespace whet {

// A measured figure of a device, with its conditions.
struct Measurement {
  std::string device;  // as named by the source: "A100 80GB"
  std::string gpu;     // product id; empty when uncertain or without a sheet
  std::string capability, metric, unit, conditions, source, confidence;
  FactValue value;  // a text where the source gives a range or formula: "22 + 2 x warps"

  std::optional<double> number() const { return as_number(value); }
};

// A quantity measured at many points on one device.
struct Curve {
  std::string name;  // "latency_vs_working_set"
  std::string device, gpu, capability, source, note;
  std::optional<double> clock_mhz;
  std::vector<std::string> columns;         // with their unit: "working_set_KiB"
  std::vector<std::vector<double>> points;  // one row each, as wide as `columns`
};

Result<std::vector<Measurement>> parse_measurements(std::string_view text, const SourceIds& sources,
                                                    const std::string& file);
Result<std::vector<Curve>> parse_curves(std::string_view text, const SourceIds& sources, const std::string& file);

}  // namespace whet
