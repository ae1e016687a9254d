// Times kernels on devices: one alone until its noise is known, or two in paired rounds. A and B may live on two Device
// objects (each in a process of its own) that share a GPU.
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

// One kernel, ready to go: its launches on each set of buffers in turn.
struct Contender {
  Device* device = nullptr;
  std::vector<Launch> launches;  // `sets` equal groups
  int sets = 1;
  std::vector<SamplingPlan::Reset> resets = {};  // before each sample
  bool host_code = false;                        // functions that launch by themselves, and may do other things as well
  // False: host code of somebody else. On a GPU it is in the process that takes its time and could tell another: that
  // it is faster is said only where the judge saw it from outside.
  bool vouched = true;
};

struct TimingRule {
  SamplingPlan::Cache cache = SamplingPlan::Cache::cold;
  SamplingPlan::Method method = SamplingPlan::Method::cuda_event;
  int warm_ups = 3;
  StoppingRule stopping;
  size_t rounds = k_usual_rounds, most_rounds = k_most_rounds;  // of a comparison: more while it is undecided
  uint64_t seed = 1;
  bool witness = true;  // by CUPTI, on the last few samples
};

// Told how far it is: done of all, and the median so far in seconds.
using TimingProgress = std::function<void(size_t done, size_t all, double median_seconds)>;

struct Timing {
  Sampling sampling;  // all samples, and what was said around them
  Spread seconds, clock_hz;
  StopReason stopped = StopReason::not_yet;
  std::string invalid;  // why the times count for nothing; empty: they count
};

// A device that models is asked once.
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

// Whether a candidate is clearly slower than what is known of the incumbent; three to seven samples.
Result<Screening> time_screening(const Contender& candidate, const Incumbent& incumbent, const TimingRule& rule,
                                 const ScreeningRule& screening, Sampling* taken = nullptr);

// Of each sample, in their order.
std::vector<double> seconds_of(const Sampling& sampling);

// Says where CUPTI's record and the samples' own times disagree by more than 3 % and 1 us; empty: nowhere. What host
// code does beside its kernels is part of its time, and of no record: it may be longer.
std::string witness_disagreement(const Sampling& sampling, bool host_code = false);

}  // namespace whet
