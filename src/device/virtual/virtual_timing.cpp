// The modelled times and the counts of a virtual device.
#include <algorithm>
#include <utility>

#include "device/host_module.h"
#include "device/virtual/fault_error.h"
#include "device/virtual/virtual_device.h"
#include "vgpu/program/sampling.h"

namespace whet {

Result<DeviceIdentity> VirtualDevice::identity() {
  TRY(known, rates());
  return DeviceIdentity{.name = facts_.name, .driver = "time model " + vgpu::model_digest(*known)};
}

// The launches run one after the other; each sees what earlier ones wrote, sampled or not. The first set represents
// all, because the model starts from empty caches for any buffers.
Result<Sampling> VirtualDevice::sample(const std::vector<Launch>& launches, const SamplingPlan& plan) {
  Sampling sampling;
  sampling.origin = Origin::modelled;
  sampling.samples.resize(1);
  const size_t group = launches.size() / static_cast<size_t>(std::max(plan.sets, 1));
  TRY_VOID(put_back(plan.resets, 0));
  std::vector<Estimated> estimates;
  for (size_t i = 0; i < group; ++i) {
    TRY(one, estimate(launches[i]));
    estimates.push_back(std::move(one));
  }
  const bool all = std::all_of(estimates.begin(), estimates.end(), [](const Estimated& one) { return one.all_blocks; });
  if (!all && !plan.resets.empty()) TRY_VOID(run_once(std::span(launches).first(group), plan, estimates));
  for (const Estimated& one : estimates) {
    sampling.samples.front().seconds += one.time.seconds;
    sampling.low_seconds += one.time.low_seconds;
    sampling.high_seconds += one.time.high_seconds;
    sampling.order_error = one.time.order_error;
    sampling.empty_seconds = std::max(sampling.empty_seconds, one.time.launch_seconds);  // one may do for all
  }
  if (plan.cache == SamplingPlan::Cache::hot) sampling.notes.emplace_back("the model starts from empty caches");
  return sampling;
}

// After sampled launches the arrays must be those of the whole grid, because they are compared. Running all blocks also
// gives their exact work, which the sample only estimated.
Result<void> VirtualDevice::run_once(std::span<const Launch> launches, const SamplingPlan& plan,
                                     std::vector<Estimated>& estimates) {
  TRY_VOID(put_back(plan.resets, 0));
  for (size_t i = 0; i < launches.size(); ++i) {
    if (HostModule* const host = host_code_of(launches[i])) {
      TRY_VOID(host->call(launches[i].kernel, launches[i].arguments));
      continue;
    }
    VirtualRun how;
    how.counted = false;
    how.checks = options_.checks;
    TRY(report, run(launches[i], how));
    if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
    if (estimates[i].all_blocks) continue;
    TRY(known, rates());
    vgpu::settle_work(estimates[i].features, report.result.counts.work, static_cast<uint32_t>(known->sms));
    estimates[i].time = vgpu::estimate_time(estimates[i].features, *known);
  }
  return {};
}

void VirtualDevice::add_host_work(double seconds) {
  if (!launched_) return;
  launched_->seconds += seconds;
  launched_->low_seconds += seconds;
  launched_->high_seconds += seconds;
}

// The kernels of the host code return to this device through whet's CUDA runtime.
Result<vgpu::TimeEstimate> VirtualDevice::estimate_host_code(HostModule& host, const Launch& launch) {
  launched_ = vgpu::TimeEstimate{};
  const auto called = host.call(launch.kernel, launch.arguments);
  vgpu::TimeEstimate sum = *std::exchange(launched_, std::nullopt);
  if (!called) return called.error();
  return sum;
}

Result<VirtualDevice::Estimated> VirtualDevice::estimate(const Launch& launch) {
  if (HostModule* const host = host_code_of(launch)) {
    TRY(time, estimate_host_code(*host, launch));
    return Estimated{time};
  }
  VirtualRun how;
  how.sample_blocks = vgpu::k_as_needed;
  TRY(report, run(launch, how));
  if (!report.time) return fault_error(*report.program, report.result.faults.front());
  return Estimated{*report.time, !report.result.counts.sampled(), report.features};
}

Result<Time> VirtualDevice::time(const Launch& launch) {
  TRY(found, estimate(launch));
  return Time{found.time.seconds, found.time.low_seconds, found.time.high_seconds, Origin::modelled};
}

Result<std::vector<Metric>> VirtualDevice::metrics(const Launch& launch, const std::vector<std::string>& names) {
  if (host_code_of(launch)) return missing("host code is not counted as a whole", {}, "count the kernels it launches");
  VirtualRun how;
  how.sample_blocks = vgpu::k_as_needed;
  TRY(report, run(launch, how));
  std::vector<Metric> found;
  for (const vgpu::NamedCount& count : report.metrics) {
    if (!names.empty() && std::find(names.begin(), names.end(), count.name) == names.end()) continue;
    found.push_back({std::string(count.name), count.value, Origin::counted});
  }
  return found;
}

}  // namespace whet
