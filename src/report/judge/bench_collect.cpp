// Collects a BenchView.
#include "report/judge/bench_view.h"

namespace whet {

double BenchTiming::floor_share() const {
  return timing.seconds.median > 0 ? floor.seconds() / timing.seconds.median : 0;
}

Outcome BenchView::outcome() const {
  for (const BenchKernel& kernel : kernels) {
    if (!kernel.sound()) return kernel.outcome;
  }
  return comparison ? comparison->outcome : kernels.empty() ? Outcome::failed : kernels.front().outcome;
}

std::string_view name_of(SamplingPlan::Cache cache) {
  return cache == SamplingPlan::Cache::cold ? "cold" : "hot";
}

std::string_view name_of(SamplingPlan::Method method) {
  constexpr std::string_view k_names[] = {"cuda_event", "host_time", "cupti"};
  return k_names[static_cast<size_t>(method)];
}

namespace {

// A modelled time is compared with the floor by its upper end: within the model's error it is not refused.
double judged_seconds(const Timing& timing) {
  return timing.sampling.origin == Origin::modelled ? timing.sampling.high_seconds : timing.seconds.median;
}

void add_share(std::vector<CeilingShare>& shares, std::string name, double work, Origin origin, double seconds,
               const Rate& rate) {
  if (work > 0 && seconds > 0) shares.push_back({std::move(name), work, origin, work / seconds, rate});
}

}  // namespace

BenchTiming collect_timing(SamplingPlan::Cache cache, Timing timing, const BenchWork& work, const Gpu& gpu,
                           const std::vector<Measurement>& measurements) {
  BenchTiming view;
  view.cache = cache;
  FloorInput input = work.floor;
  input.cache = cache;
  input.empty_seconds = timing.sampling.empty_seconds;
  view.floor = physics_floor(input, gpu, measurements);
  view.violation = view.floor.violation(judged_seconds(timing));
  const double seconds = timing.seconds.median;
  const Ceilings limits = ceilings(gpu);
  if (limits.dram && (input.bytes || work.dram_bytes))
    add_share(view.ceilings, "DRAM bandwidth", input.bytes ? *input.bytes : *work.dram_bytes,
              input.bytes ? Origin::declared : Origin::counted, seconds, *limits.dram);
  const auto l2 = l2_rate(gpu, measurements);
  if (cache == SamplingPlan::Cache::hot && l2 && input.bytes)
    add_share(view.ceilings, "L2 bandwidth", *input.bytes, Origin::declared, seconds, *l2);
  if (const auto peak = fastest_math(limits, input.precision); peak && input.flops)
    add_share(view.ceilings, std::string(math_name(peak->first)) + " peak", *input.flops, Origin::declared, seconds,
              peak->second);
  else if (const auto& fp32 = limits.peak(Math::fp32); fp32 && work.fp32_flops)
    add_share(view.ceilings, "fp32 peak", *work.fp32_flops, Origin::counted, seconds, *fp32);
  view.is_work_declared = input.bytes || input.flops;
  view.timing = std::move(timing);
  return view;
}

std::vector<BaselineView> collect_baselines(std::vector<BaselineResult> results, const BenchView& view) {
  const Timing* kernel = nullptr;
  if (!view.kernels.empty() && view.kernels.back().sound() && !view.kernels.back().timings.empty())
    kernel = &view.kernels.back().timings.front().timing;
  std::vector<BaselineView> views;
  for (BaselineResult& result : results) {
    BaselineView& one = views.emplace_back();
    one.speedup = kernel ? speedup_over(result, *kernel) : std::nullopt;
    one.result = std::move(result);
  }
  return views;
}

}  // namespace whet
