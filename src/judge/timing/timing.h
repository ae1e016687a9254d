// Times kernels on devices: one alone until its noise is known, or two in paired rounds. A and B may be on two Device
// objects (each in its own process) that share a GPU.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "device/device.h"
#include "judge/timing/comparison.h"
#include "judge/timing/rounds.h"
#include "judge/timing/stopping.h"
#include "util/clock.h"

namespace whet {

// One kernel ready to be timed: its launches on each set of buffers in turn.
struct Contender {
  Device* device = nullptr;
  std::vector<Launch> launches;  // `sets` equal groups
  int sets = 1;
  std::vector<SamplingPlan::Reset> resets = {};  // before each sample
  bool host_code = false;                        // functions that launch by themselves and may do other work
  // False: untrusted host code. On a GPU it shares a process with the timer and could falsify times: `faster` is
  // reported only if the judge saw it from outside.
  bool vouched = true;
};

struct TimingRule {
  SamplingPlan::Cache cache = SamplingPlan::Cache::cold;
  SamplingPlan::Method method = SamplingPlan::Method::cuda_event;
  int warm_ups = 3;
  StoppingRule stopping;
  size_t rounds = k_usual_rounds, most_rounds = k_most_rounds;  // of a comparison: more while it is undecided
  uint64_t seed = 1;
  bool witness = true;  // by CUPTI, for the last few samples
};

// Reports progress: samples done, samples planned, and the median so far in seconds.
using TimingProgress = std::function<void(size_t done, size_t all, double median_seconds)>;

struct Timing {
  Sampling sampling;  // all samples, with the device's notes
  Spread seconds, clock_hz;
  StopReason stopped = StopReason::not_yet;
  std::string invalid;  // why the times do not count; empty: they count
};

// A device that models times is asked once.
Result<Timing> time_alone(const Contender& contender, const TimingRule& rule, const Clock& clock,
                          const TimingProgress& progress = {});

struct PairedTiming {
  std::vector<PairedSample> rounds;
  Timing baseline, candidate;
  SpeedComparison comparison;
};

Result<PairedTiming> time_paired(const Contender& baseline, const Contender& candidate, const TimingRule& rule,
                                 const ComparisonRule& comparison, const Clock& clock,
                                 const TimingProgress& progress = {});

// Whether a candidate is clearly slower than the incumbent, from three to seven samples, or fewer.
Result<Screening> time_screening(const Contender& candidate, const Incumbent& incumbent, const TimingRule& rule,
                                 const ScreeningRule& screening, Sampling* taken = nullptr);

// The seconds of each sample, in order.
std::vector<double> seconds_of(const Sampling& sampling);

// How CUPTI's record and the samples' own times disagree by more than 3 % and 1 us; empty: they agree. Host code does
// other work, which is part of its time but not of the record, so its time may be longer.
std::string witness_disagreement(const Sampling& sampling, bool host_code = false);

}  // namespace whet
