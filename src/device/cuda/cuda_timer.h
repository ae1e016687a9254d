// Takes the samples of a CUDA device, one isolated run at a time. docs/timing.md has the protocol and its reasons.
//
//   stamp | flush of L2 | gate | event | the launches | event | stamp         one stream; the host then opens the gate
//
// The stamps give the SM clock during the sample; the gate hides the latency of launching.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "device/cuda/cuda_library.h"
#include "device/cuda/cupti_activity.h"
#include "device/cuda/gpu_gate.h"
#include "device/cuda/l2_flush.h"
#include "device/cuda/launch_replays.h"
#include "device/cuda/nvml.h"
#include "device/cuda/sm_clock.h"
#include "device/device.h"

namespace whet {

class CudaTimer {
 public:
  struct Hooks {
    std::function<Result<void>(const Launch&, void* stream)> enqueue;
    // Whether the launch is host code, which may wait for the GPU and use its own streams.
    std::function<bool(const Launch&)> is_host_code;
  };

  // Uses the current context of the device with this number. `driver` must outlive the timer.
  static Result<std::unique_ptr<CudaTimer>> open(const CudaLibrary& driver, int device, Hooks hooks);
  ~CudaTimer();

  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan);
  // Flushes L2 and waits for completion.
  Result<void> flush();

 private:
  // The work of one sample.
  struct Work {
    std::function<Result<void>(void* stream)> queue;
    std::vector<SamplingPlan::Reset> resets = {};  // done first, untimed
    size_t launches = 1;                           // queued one by one
    int runs = 1;                                  // the time is divided by this
    bool host_code = false;                        // not gated: it may wait for the GPU
  };
  struct Way {
    SamplingPlan::Cache cache;
    SamplingPlan::Method method;
    bool witness, gated;
  };
  CudaTimer(const CudaLibrary& driver, int device, Hooks hooks);
  Result<void> load_kernels();
  Result<void> prepare(const SamplingPlan& plan, Sampling& sampling);
  Work group_work(const std::vector<Launch>& launches, const SamplingPlan& plan, int set) const;
  Result<int> choose_unroll(const Work& work, const SamplingPlan& plan);
  Result<Work> replay_work(const std::vector<Launch>& launches, const SamplingPlan& plan, int unroll);
  Result<void> reset(const Work& work, void* stream);
  Result<Sample> take(const Work& work, const Way& way);
  Result<Sample> take_steady(const Work& work, const Way& way, Sampling& sampling);
  Result<double> between_events(const Work& work, bool gated);
  Result<double> by_host_clock(const Work& work);
  Result<double> empty_seconds(const Way& way, int runs);
  bool clock_dropped(double hertz) const;
  GpuCondition condition() const;

  const CudaLibrary& driver_;
  int device_;
  Hooks hooks_;
  void *module_ = nullptr, *stream_ = nullptr, *start_ = nullptr, *stop_ = nullptr, *empty_ = nullptr;
  std::optional<GpuGate> gate_;
  std::optional<L2Flush> flush_;
  std::optional<SmClock> clock_;
  std::unique_ptr<Nvml> nvml_;               // nullptr: not available
  std::unique_ptr<CuptiActivity> activity_;  // while a witness is wanted
  std::deque<double> clocks_;                // of the latest samples of this session
  LaunchReplays replays_;
  std::vector<std::pair<std::vector<int>, double>> empties_;  // by way of timing
};

}  // namespace whet
