// Predicts how long a written kernel takes on a GPU before it is compiled: what its schedule counts, by the rates of
// the virtual GPU's time model (vgpu/time), which were fitted on measured kernels, and by what `whet calibrate`
// measured.
//
// Good enough to say what to try first; the device decides.
#pragma once

#include <optional>
#include <vector>

#include "hardware/sm_limits.h"
#include "vgpu/time/time_model.h"
#include "write/text/written.h"

namespace whet::write {

struct PredictionRates {
  std::string gpu;  // its name
  vgpu::TimeParameters time;
  SmLimits limits;
  double l2_bytes = 0, l1_bytes = 0;  // that the caches hold; L1 of an SM
};

// An error names the fact that the GPU's sheet lacks.
Result<PredictionRates> prediction_rates(const Gpu& gpu, const Knowledge& knowledge);

// Of all launches of the kernel one after another, with cold caches. Nothing: its work at this case is not counted.
std::optional<double> predicted_seconds(const WrittenKernel& kernel, size_t at_case, const PredictionRates& rates);

// The mean over the cases by their weights, of the logarithms: as scores of a search are.
std::optional<double> predicted_over_cases(const WrittenKernel& kernel, const std::vector<double>& weights,
                                           const PredictionRates& rates);

}  // namespace whet::write
