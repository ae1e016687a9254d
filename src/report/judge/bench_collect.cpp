// Collects a BenchView.
#include "report/judge/bench_view.h"

#include "judge/timing/target.h"

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

void add_share(std::vector<CeilingShare>& shares, std::string name, double work, Origin origin, double seconds,
               const Rate& rate) {
  if (work > 0 && seconds > 0) shares.push_back({std::move(name), work, origin, work / seconds, rate});
}

Origin origin(bool is_derived) {
  return is_derived ? Origin::derived : Origin::declared;
}

}  // namespace

BenchTiming collect_timing(MeasuredTiming measured, const KernelWork& work, const Gpu& gpu,
                           const std::vector<Measurement>& measurements) {
  const SamplingPlan::Cache cache = measured.cache;
  const FloorInput& input = work.floor;
  BenchTiming view{cache, std::move(measured.timing), {}, std::move(measured.floor), std::move(measured.violation)};
  const double seconds = view.timing.seconds.median;
  const Ceilings limits = ceilings(gpu);
  if (limits.dram && (input.bytes || work.dram_bytes))
    add_share(view.ceilings, "DRAM bandwidth", input.bytes ? *input.bytes : *work.dram_bytes,
              input.bytes ? origin(input.is_bytes_derived) : Origin::counted, seconds, *limits.dram);
  const auto l2 = l2_rate(gpu, measurements);
  if (cache == SamplingPlan::Cache::hot && l2 && input.bytes)
    add_share(view.ceilings, "L2 bandwidth", *input.bytes, origin(input.is_bytes_derived), seconds, *l2);
  if (const auto peak = fastest_math(limits, input); peak && input.flops)
    add_share(view.ceilings, std::string(math_name(peak->first)) + " peak", *input.flops,
              origin(input.is_flops_derived), seconds, peak->second);
  else if (const auto& fp32 = limits.peak(Math::fp32); fp32 && work.fp32_flops)
    add_share(view.ceilings, "fp32 peak", *work.fp32_flops, Origin::counted, seconds, *fp32);
  if (const double median = seconds; median > 0)
    view.reach = {reachable(reachable_work(input, limits, work.dram_bytes, work.fp32_flops), limits,
                            view.timing.sampling.empty_seconds),
                  median};
  view.is_work_declared = (input.bytes && !input.is_bytes_derived) || (input.flops && !input.is_flops_derived);
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

BenchView collect_bench(MeasuredKernels measured, const DeviceFacts& facts,
                        const std::vector<Measurement>& measurements) {
  BenchView view;
  view.device = facts.name;
  view.gpu = facts.gpu.product.name;
  view.is_virtual = facts.is_virtual;
  view.case_name = std::move(measured.at.name);
  view.dims = std::move(measured.at.dims);
  view.tunables = std::move(measured.at.tunables);
  view.buffer_sets = measured.buffer_sets;
  view.notes = std::move(measured.notes);
  view.comparison = std::move(measured.comparison);
  for (MeasuredKernel& kernel : measured.kernels) {
    BenchKernel& shown = view.kernels.emplace_back(
        BenchKernel{kernel.name, kernel.compiled, kernel.outcome, kernel.result, kernel.checked, {}});
    for (MeasuredTiming& timing : kernel.timings)
      shown.timings.push_back(collect_timing(std::move(timing), kernel.work, facts.gpu, measurements));
  }
  view.baselines = collect_baselines(std::move(measured.baselines), view);
  return view;
}

}  // namespace whet
