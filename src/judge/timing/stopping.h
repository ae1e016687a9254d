// Decides when one kernel has enough samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "util/clock.h"

namespace whet {

inline constexpr int k_samples_a_call = 8;  // between two evaluations of the stopping rule

struct StoppingRule {
  size_t fewest_samples = 10;
  size_t most_samples = 2000;
  double noise = 0.005;      // relative; below it the median is known well enough
  double gpu_seconds = 0.5;  // of samples, at least, of kernels that take less than long_seconds
  double long_seconds = 0.01;
  double very_long_seconds = 0.1;  // of kernels for which half of the fewest samples do: they are quiet
  double wall_seconds = 15;        // at most
};

enum class StopReason : uint8_t {
  not_yet,
  quiet,      // the noise is below the rule's
  stable,     // more samples do not reduce the noise
  enough,     // the maximum number of samples
  wall_clock  // the time is up
};
std::string_view name_of(StopReason reason);

// Receives sample by sample. Noise is a robust standard deviation (interquartile range / 1.349) over the median. It is
// stable when its last 64 estimates, one per sample, are within 5 % of each other; evaluated every 16 samples.
class Stopping {
 public:
  Stopping(const StoppingRule& rule, const Clock& clock);
  void add(double seconds);
  StopReason reason() const;
  double noise() const { return noises_.empty() ? 0 : noises_.back(); }
  size_t samples() const { return sorted_.size(); }

 private:
  bool noise_is_stable() const;

  StoppingRule rule_;
  const Clock& clock_;
  int64_t begin_ns_;
  double gpu_seconds_ = 0;
  std::vector<double> sorted_, noises_;
};

// Whether a candidate deserves a full comparison, from three to seven samples; fewer where it is hopeless.
enum class Screening : uint8_t { undecided, slower, promising };

struct ScreeningRule {
  size_t fewest_samples = 3, most_samples = 7;
  double clearly = 0.03;  // slower by this share even in its best sample, compared with the incumbent's upper quartile
  double hopeless = 2;    // times the upper quartile: two samples do, or one that is long
  double long_seconds = 0.01;
};

// The incumbent's median and upper quartile, from many samples.
struct Incumbent {
  double median_seconds = 0, upper_seconds = 0;
};

//   incumbent 100 us, upper quartile 101; candidate 106 107 105  ->  slower: 105 > 101 * 1.03
//   candidate 99 100 103                                          ->  promising: its median is no worse
//   candidate 310 305                                             ->  slower: no more of it is run
// After the last sample, everything that is not clearly slower is promising.
Screening screen(const std::vector<double>& candidate, const Incumbent& incumbent, const ScreeningRule& rule = {});

}  // namespace whet
