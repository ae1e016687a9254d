// The constants of the time model that are not in a fact sheet: knowledge/hardware/calibration/<gpu>.toml.
//
//   [dram_efficiency]
//   value = 0.9
//   how = "fitted on 24 kernels"
//   date = "2026-01-31"
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/system/knowledge.h"
#include "vgpu/time/time_model.h"

namespace whet::vgpu {

struct CalibratedConstant {
  std::string_view name;
  double TimeParameters::* member;
  double low, high;  // plausible range; a fit stays inside
};

inline constexpr CalibratedConstant k_calibrated[] = {
    {"exponent", &TimeParameters::exponent, 1.5, 12},
    {"latency_exponent", &TimeParameters::latency_exponent, 1, 6},
    {"issue_efficiency", &TimeParameters::issue_efficiency, 0.5, 1},
    {"pipe_efficiency", &TimeParameters::pipe_efficiency, 0.5, 1},
    {"dram_efficiency", &TimeParameters::dram_efficiency, 0.5, 1},
    {"l2_efficiency", &TimeParameters::l2_efficiency, 0.2, 1.2},
    {"mma_efficiency", &TimeParameters::mma_efficiency, 0.3, 1},
    {"l2_write_cost", &TimeParameters::l2_write_cost, 0.5, 5},
    {"l2_line_cost", &TimeParameters::l2_line_cost, 1, 300},
    {"lone_cost", &TimeParameters::lone_cost, 0.1, 4},
    {"l1_line_cycles", &TimeParameters::l1_line_cycles, 0.5, 4},
    {"l1_bytes", &TimeParameters::l1_bytes, 32, 128},
    {"shared_latency", &TimeParameters::shared_latency, 20, 60},
    {"l1_latency", &TimeParameters::l1_latency, 20, 100},
    {"l2_latency", &TimeParameters::l2_latency, 150, 800},
    {"dram_latency", &TimeParameters::dram_latency, 300, 2000},
    {"short_latency", &TimeParameters::short_latency, 8, 80},
    {"barrier_cycles", &TimeParameters::barrier_cycles, 5, 300},
    {"atomic_cycles", &TimeParameters::atomic_cycles, 0.1, 100},
    {"hot_atomic_cycles", &TimeParameters::hot_atomic_cycles, 0.1, 60},
    {"hot_lane_cycles", &TimeParameters::hot_lane_cycles, 0.1, 20},
    {"slow_lane_cycles", &TimeParameters::slow_lane_cycles, 0.1, 20},
    {"atomic_sector_cycles", &TimeParameters::atomic_sector_cycles, 0.001, 1},
    {"sm_bytes", &TimeParameters::sm_bytes, 20, 128},
    {"block_cycles", &TimeParameters::block_cycles, 10, 2000},
    {"start_cycles", &TimeParameters::start_cycles, 0.05, 20},
    {"dirty_cost", &TimeParameters::dirty_cost, 0.02, 1},
    {"launch_seconds", &TimeParameters::launch_seconds, 0.2e-6, 10e-6},
    {"relative_error", &TimeParameters::relative_error, 0.01, 4},
    {"order_error", &TimeParameters::order_error, 0.005, 4},
};

// Sets the calibrated constants. The text must have all of them and no others.
Result<void> apply_calibration(std::string_view text, const std::string& file, TimeParameters& parameters);

struct CalibrationChoice {
  std::string path;  // in knowledge/
  std::string gpu;   // "h200"
};
// The calibration of the GPU or, if it has none, of the GPU that stands in for it.
CalibrationChoice calibration_for(std::string_view gpu, const Knowledge& knowledge);

// The text of the file, as a fit writes it; `how` says for each constant where its value comes from.
using HowObtained = std::function<std::string(const CalibratedConstant&)>;
std::string calibration_text(const TimeParameters& parameters, const HowObtained& how, const std::string& date);

}  // namespace whet::vgpu
