// What the probes of `whet calibrate` found on one device, and under which conditions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "device/device.h"
#include "hardware/measured_ceilings.h"
#include "util/result.h"
#include "util/text/json.h"

namespace whet {

enum class ProbeUnit { bytes_per_second, operations_per_second, seconds };
std::string_view name_of(ProbeUnit unit);  // "B/s", "op/s", "s"

// Only `good` figures are used as ceilings.
enum class FigureStatus { good, varies, slowed, implausible, failed };
std::string_view name_of(FigureStatus status);

// A figure at one size of the data.
struct ProbePoint {
  double bytes = 0, value = 0;
};

struct ProbeFigure {
  std::string id, title;  // "dram_copy", "DRAM copy"
  ProbeUnit unit = ProbeUnit::bytes_per_second;
  double value = 0;
  double low = 0, high = 0;  // by the quartiles of the samples; a model's are its value
  size_t samples = 0;
  FigureStatus status = FigureStatus::good;
  std::string why;                 // it is not good
  double sm_clock_hz = 0;          // while it was timed; 0: not known
  std::vector<ProbePoint> points;  // smaller sizes, where the figure depends on it

  bool good() const { return status == FigureStatus::good; }
};

// State of the GPU, as far as NVML says.
struct CalibrationState {
  double sm_clock_hz = 0, memory_clock_hz = 0, power_watts = 0, temperature_celsius = 0;
};

struct Calibration {
  DeviceIdentity device;
  std::string product;       // id of its sheet; empty: none
  std::string architecture;  // "sm_90a"
  std::string compiler;      // "NVRTC 13.0"
  std::string date;          // "2026-11-17"
  bool is_virtual = false;
  double seconds = 0;      // that it took
  double sm_clock_hz = 0;  // median over the probes; 0: not known
  CalibrationState before, after;
  std::vector<ProbeFigure> figures;
  std::vector<std::string> left_out;  // "fp8 tensor, mma.sync: sm_90a has no instruction for it"

  const ProbeFigure* find(std::string_view id) const;
  // The figures that are good, as ceilings.
  MeasuredCeilings ceilings() const;
};

Json calibration_json(const Calibration& calibration);
// `file` is how errors call it. An error names the field.
Result<Calibration> read_calibration(std::string_view text, const std::string& file);

}  // namespace whet
