// Takes one sample of a CUDA device: see cuda_timer.h.
#include <algorithm>
#include <chrono>
#include <thread>

#include "device/cuda/cuda_timer.h"
#include "util/statistics.h"

namespace whet {

namespace {

constexpr size_t k_gated_launches = 64;  // more may fill the queue behind a closed gate
constexpr double k_slow_clock = 0.75;    // share of the session's median
constexpr size_t k_clocks_kept = 512, k_clocks_needed = 8;
constexpr int k_most_retakes = 8;
constexpr double k_first_pause = 0.05, k_longest_pause = 0.5;

}  // namespace

Result<double> CudaTimer::between_events(const Work& work, bool gated) {
  void* const stream = work.host_code ? nullptr : stream_;
  const bool gate = gated && !work.host_code && work.launches <= k_gated_launches;
  if (gate) TRY_VOID(gate_->close(stream));
  const auto queued = [&]() -> Result<void> {
    TRY_VOID(driver_.call("cuEventRecord", start_, stream));
    TRY_VOID(work.queue(stream));
    // Host code may have left work on its own streams, which counts too.
    if (work.host_code) TRY_VOID(driver_.call("cuCtxSynchronize"));
    TRY_VOID(driver_.call("cuEventRecord", stop_, stream));
    return clock_->end(stream);
  }();
  if (gate) gate_->release();
  if (!queued) return queued.error();
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  if (gate && gate_->timed_out())
    return failed("the kernel was not queued while the GPU was held: it waits for the GPU", {},
                  "time it with host_time");
  float milliseconds = 0;
  TRY_VOID(driver_.call("cuEventElapsedTime", &milliseconds, start_, stop_));
  return 1e-3 * double{milliseconds};
}

Result<double> CudaTimer::by_host_clock(const Work& work) {
  void* const stream = work.host_code ? nullptr : stream_;
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  const auto begin = std::chrono::steady_clock::now();
  TRY_VOID(work.queue(stream));
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  TRY_VOID(clock_->end(stream));
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  return seconds;
}

Result<void> CudaTimer::reset(const Work& work, void* stream) {
  for (const SamplingPlan::Reset& reset : work.resets) {
    const auto bytes = static_cast<size_t>(reset.bytes);
    const auto to = static_cast<unsigned long long>(reset.to), from = static_cast<unsigned long long>(reset.from);
    TRY_VOID(from != 0 ? driver_.call("cuMemcpyDtoDAsync_v2", to, from, bytes, stream)
                       : driver_.call("cuMemsetD8Async", to, static_cast<unsigned char>(reset.value), bytes, stream));
  }
  return {};
}

Result<Sample> CudaTimer::take(const Work& work, const Way& way) {
  void* const stream = work.host_code ? nullptr : stream_;
  TRY_VOID(flush_->forget_persisting());
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  TRY_VOID(reset(work, stream));
  const bool witnessed = way.witness && activity_;
  if (witnessed) {
    // The record must contain only the work.
    TRY_VOID(driver_.call("cuCtxSynchronize"));
    TRY_VOID(activity_->begin());
  }
  // Before the flush: a longer interval gives the clock more precisely, and the clock does not change within it.
  TRY_VOID(clock_->begin(stream));
  if (way.cache == SamplingPlan::Cache::cold) TRY_VOID(flush_->queue(stream));
  TRY(seconds, way.method == SamplingPlan::Method::host_time ? by_host_clock(work) : between_events(work, way.gated));
  Sample sample;
  sample.sm_clock_hz = clock_->hertz();
  if (witnessed) {
    TRY(span, activity_->span());
    sample.witness_seconds = span / work.runs;
  }
  sample.seconds = way.method == SamplingPlan::Method::cupti ? sample.witness_seconds : seconds / work.runs;
  return sample;
}

bool CudaTimer::clock_dropped(double hertz) const {
  if (hertz <= 0 || clocks_.size() < k_clocks_needed) return false;
  return hertz < k_slow_clock * median({clocks_.begin(), clocks_.end()});
}

// Repeats a sample with a dropped clock after a growing pause; if the clock stays low, a note says so.
Result<Sample> CudaTimer::take_steady(const Work& work, const Way& way, Sampling& sampling) {
  double pause = k_first_pause;
  for (int attempt = 0;; ++attempt) {
    TRY(sample, take(work, way));
    const bool dropped = clock_dropped(sample.sm_clock_hz);
    if (!dropped || attempt == k_most_retakes) {
      if (dropped) sampling.notes.emplace_back("the SM clock stays below 75 % of this session's median");
      if (sample.sm_clock_hz > 0) clocks_.push_back(sample.sm_clock_hz);
      if (clocks_.size() > k_clocks_kept) clocks_.pop_front();
      return sample;
    }
    ++sampling.discarded;
    std::this_thread::sleep_for(std::chrono::duration<double>(pause));
    pause = std::min(1.5 * pause, k_longest_pause);
  }
}

}  // namespace whet
