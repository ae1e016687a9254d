// Where the warps of one launch are and what they wait for, by CUPTI's PC sampling.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "device/cuda/cuda_library.h"
#include "device/launch_counters.h"

namespace whet {

// The distance of samples as a power of two of cycles, such that a launch of this length gets about two thousand of
// each SM: 5 (32 cycles) is the shortest that the hardware has.
uint32_t sampling_exponent(double seconds, double clock_hz);

// "smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued" -> "long_scoreboard", and that nothing was issued.
struct StallName {
  std::string reason;  // empty: the name is none of a stall
  bool unissued = false;
};
StallName stall_name(const std::string& counter);

class CuptiPcSampling {
 public:
  // Sampling is enabled for the context until this object ends; no counters may be collected meanwhile. Code that is
  // loaded afterwards has names in the samples. `cupti` must outlive it; the context must be current on the calling
  // thread.
  static Result<std::unique_ptr<CuptiPcSampling>> open(const CudaLibrary& cupti, void* context);
  ~CuptiPcSampling();

  // `before` prepares memory and is not sampled; `pass` launches and waits. Samples are 2^exponent cycles apart.
  Result<PcSampling> sample(uint32_t exponent, const std::function<Result<void>()>& before,
                            const std::function<Result<void>()>& pass);

 private:
  struct State;
  explicit CuptiPcSampling(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace whet
