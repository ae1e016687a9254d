#include "judge/measure/measured.h"

#include <algorithm>

namespace whet {

namespace {

// A modelled time is compared with the floor by its upper end: within the model's error it is not rejected.
double judged_seconds(const Timing& timing) {
  return timing.sampling.origin == Origin::modelled ? timing.sampling.high_seconds : timing.seconds.median;
}

}  // namespace

MeasuredTiming measured_timing(SamplingPlan::Cache cache, Timing timing, const FloorInput& work, const Gpu& gpu,
                               const std::vector<Measurement>& measurements) {
  MeasuredTiming measured{cache, {}, sampled_floor(work, cache, timing.sampling, gpu, measurements), {}};
  measured.violation = measured.floor.violation(judged_seconds(timing));
  measured.timing = std::move(timing);
  return measured;
}

void MeasuredKernel::reject(std::string why) {
  outcome = Outcome::invalid;
  result = std::move(why);
}

bool MeasuredKernels::sound() const {
  return std::all_of(kernels.begin(), kernels.end(), [](const MeasuredKernel& kernel) { return kernel.sound(); });
}

}  // namespace whet
