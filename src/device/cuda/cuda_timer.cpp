#include "device/cuda/cuda_timer.h"

#include <algorithm>
#include <chrono>

#include "device/cuda/timer_kernels.h"
#include "util/statistics.h"

namespace whet {

namespace {

using Cache = SamplingPlan::Cache;
using Method = SamplingPlan::Method;

constexpr unsigned k_stream_non_blocking = 1;  // CU_STREAM_NON_BLOCKING
constexpr double k_short_seconds = 20e-6, k_unrolled_seconds = 2e-3;
constexpr double k_most_unrolled = 1000;
constexpr double k_warm_seconds = 0.02;  // after which clocks and caches are as they will be
constexpr int k_empty_samples = 9;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

CudaTimer::CudaTimer(const CudaLibrary& driver, int device, Hooks hooks)
    : driver_(driver), device_(device), hooks_(std::move(hooks)) {}

CudaTimer::~CudaTimer() {
  activity_.reset();
  replays_.clear();
  clock_.reset();
  flush_.reset();
  gate_.reset();
  if (start_) (void)driver_.call("cuEventDestroy_v2", start_);
  if (stop_) (void)driver_.call("cuEventDestroy_v2", stop_);
  if (stream_) (void)driver_.call("cuStreamDestroy_v2", stream_);
  if (module_) (void)driver_.call("cuModuleUnload", module_);
}

Result<std::unique_ptr<CudaTimer>> CudaTimer::open(const CudaLibrary& driver, int device, Hooks hooks) {
  std::unique_ptr<CudaTimer> timer(new CudaTimer(driver, device, std::move(hooks)));
  TRY_VOID(driver.call("cuStreamCreate", &timer->stream_, k_stream_non_blocking));
  TRY_VOID(driver.call("cuEventCreate", &timer->start_, 0u));
  TRY_VOID(driver.call("cuEventCreate", &timer->stop_, 0u));
  TRY_VOID(timer->load_kernels());
  char address[32] = {};
  TRY_VOID(driver.call("cuDeviceGetPCIBusId", static_cast<char*>(address), 31, device));
  if (auto nvml = Nvml::open(static_cast<const char*>(address))) timer->nvml_ = std::move(*nvml);
  return timer;
}

Result<void> CudaTimer::load_kernels() {
  TRY_VOID(driver_.call("cuModuleLoadData", &module_, static_cast<const void*>(k_timer_ptx)));
  void *gate = nullptr, *stamp = nullptr, *touch = nullptr;
  TRY_VOID(driver_.call("cuModuleGetFunction", &gate, module_, "whet_gate"));
  TRY_VOID(driver_.call("cuModuleGetFunction", &stamp, module_, "whet_stamp"));
  TRY_VOID(driver_.call("cuModuleGetFunction", &touch, module_, "whet_touch"));
  TRY_VOID(driver_.call("cuModuleGetFunction", &empty_, module_, "whet_empty"));
  TRY(opened_gate, GpuGate::open(driver_, gate));
  TRY(opened_flush, L2Flush::open(driver_, device_, touch));
  TRY(clock, SmClock::open(driver_, device_, stamp));
  gate_.emplace(std::move(opened_gate));
  flush_.emplace(std::move(opened_flush));
  clock_.emplace(std::move(clock));
  // Runs each kernel once: what a first launch loads must not be loaded behind a closed gate.
  TRY_VOID(gate_->close(stream_));
  gate_->release();
  TRY_VOID(clock_->begin(stream_));
  TRY_VOID(clock_->end(stream_));
  return flush();
}

Result<void> CudaTimer::flush() {
  TRY_VOID(flush_->forget_persisting());
  TRY_VOID(flush_->queue(stream_));
  TRY_VOID(flush_->queue_clean(stream_));
  return driver_.call("cuCtxSynchronize");
}

GpuCondition CudaTimer::condition() const {
  return nvml_ ? nvml_->condition() : GpuCondition{};
}

// Opens the witness if one is wanted; it is an error only for a plan that takes its times from it.
Result<void> CudaTimer::prepare(const SamplingPlan& plan, Sampling& sampling) {
  const bool by_cupti = plan.method == Method::cupti;
  if (plan.observe) {
    sampling.before = condition();
    if (!sampling.before.known)
      sampling.notes.emplace_back("NVML is not here: clocks, power and other processes unknown");
  }
  if (!plan.witness && !by_cupti) {
    activity_.reset();
    return {};
  }
  if (activity_) return {};
  auto opened = CuptiActivity::open();
  if (opened)
    activity_ = std::move(*opened);
  else if (by_cupti)
    return opened.error();
  else
    sampling.notes.push_back("no second witness: " + opened.error().what);
  return {};
}

CudaTimer::Work CudaTimer::group_work(const std::vector<Launch>& launches, const SamplingPlan& plan, int set) const {
  const size_t group = launches.size() / static_cast<size_t>(plan.sets);
  const size_t first = group * static_cast<size_t>(set % plan.sets);
  Work work;
  work.launches = group;
  work.host_code = hooks_.is_host_code(launches[first]);
  for (const SamplingPlan::Reset& reset : plan.resets) {
    if (reset.set == set % plan.sets) work.resets.push_back(reset);
  }
  work.queue = [this, &launches, first, group](void* stream) -> Result<void> {
    for (size_t i = first; i < first + group; ++i) TRY_VOID(hooks_.enqueue(launches[i], stream));
    return {};
  };
  return work;
}

// A kernel below 20 us is repeated for 2 ms in one graph.
Result<int> CudaTimer::choose_unroll(const Work& work, const SamplingPlan& plan) {
  if (plan.cache == Cache::cold || plan.method == Method::host_time || work.host_code) return 1;
  if (plan.unroll > 0) return plan.unroll;
  std::vector<double> seconds;
  for (int i = 0; i < 3; ++i) {
    TRY(one, take(work, {plan.cache, Method::cuda_event, false, true}));
    seconds.push_back(one.seconds);
  }
  const double typical = median(std::move(seconds));
  if (typical >= k_short_seconds) return 1;
  return static_cast<int>(std::clamp(k_unrolled_seconds / std::max(typical, 1e-7), 1.0, k_most_unrolled));
}

Result<CudaTimer::Work> CudaTimer::replay_work(const std::vector<Launch>& launches, const SamplingPlan& plan,
                                               int unroll) {
  const auto queue = [&]() -> Result<void> {
    for (int i = 0; i < unroll; ++i) TRY_VOID(group_work(launches, plan, i).queue(stream_));
    return {};
  };
  TRY(graph,
      replays_.graph(launches, plan.sets, unroll, [&] { return LaunchGraph::capture(driver_, stream_, queue); }));
  Work work;
  work.runs = unroll;
  for (const SamplingPlan::Reset& reset : plan.resets) {
    if (reset.set < unroll) work.resets.push_back(reset);  // run i goes through set i, and begins again
  }
  work.queue = [graph = graph](void* stream) { return graph->launch(stream); };
  return work;
}

// Measured once per session for each way of timing.
Result<double> CudaTimer::empty_seconds(const Way& way, int runs) {
  const std::vector<int> key = {static_cast<int>(way.cache), static_cast<int>(way.method), runs > 1};
  for (const auto& [known, seconds] : empties_) {
    if (known == key) return seconds;
  }
  const auto launch_empty = [this](void* stream) -> Result<void> {
    void** const none = nullptr;
    return driver_.call("cuLaunchKernel", empty_, 1u, 1u, 1u, 32u, 1u, 1u, 0u, stream, none, none);
  };
  Work work;
  work.queue = launch_empty;
  std::optional<LaunchGraph> graph;
  if (runs > 1) {
    TRY(captured, LaunchGraph::capture(driver_, stream_, [&]() -> Result<void> {
          for (int i = 0; i < runs; ++i) TRY_VOID(launch_empty(stream_));
          return {};
        }));
    graph.emplace(std::move(captured));
    work.runs = runs;
    work.queue = [&graph](void* stream) { return graph->launch(stream); };
  }
  std::vector<double> seconds;
  for (int i = 0; i < k_empty_samples; ++i) {
    TRY(one, take(work, {way.cache, way.method == Method::cupti ? Method::cuda_event : way.method, false, true}));
    seconds.push_back(one.seconds);
  }
  empties_.emplace_back(key, median(std::move(seconds)));
  return empties_.back().second;
}

Result<Sampling> CudaTimer::sample(const std::vector<Launch>& launches, const SamplingPlan& plan) {
  if (launches.empty() || plan.sets < 1 || launches.size() % static_cast<size_t>(plan.sets) != 0)
    return failed("the launches to time are not whole groups");
  const double end = now() + plan.limit_seconds;
  Sampling sampling;
  TRY_VOID(prepare(plan, sampling));
  const Way way{plan.cache, plan.method, plan.witness || plan.method == Method::cupti, true};
  double warmed_seconds = 0;
  for (int i = 0; i < plan.warm_ups && warmed_seconds < k_warm_seconds; ++i) {
    TRY(warm_up, take(group_work(launches, plan, i), {plan.cache, Method::cuda_event, false, false}));
    warmed_seconds += warm_up.seconds;
  }
  TRY(unroll, choose_unroll(group_work(launches, plan, 0), plan));
  sampling.unrolled = unroll;
  for (int i = 0; i < plan.samples && (i == 0 || now() < end); ++i) {
    TRY(work, unroll > 1 ? replay_work(launches, plan, unroll)
                         : Result<Work>(group_work(launches, plan, plan.first_set + i)));
    TRY(sample, take_steady(work, way, sampling));
    sampling.samples.push_back(sample);
  }
  TRY(empty, empty_seconds(way, unroll));
  sampling.empty_seconds = empty;
  if (plan.observe) sampling.after = condition();
  activity_.reset();
  return sampling;
}

}  // namespace whet
