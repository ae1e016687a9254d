// What was counted, measured or modelled of one launch, under Nsight Compute's names, whoever collected it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "profile/sampled_code.h"
#include "profile/time_shares.h"

namespace whet {

// Metrics by name, in base units: bytes, nanoseconds, hertz, percent from 0 to 100, and plain numbers.
class MetricSet {
 public:
  void set(std::string name, double value, Origin origin);
  std::optional<double> find(std::string_view name) const;
  const std::map<std::string, Metric, std::less<>>& all() const { return metrics_; }
  bool empty() const { return metrics_.empty(); }

 private:
  std::map<std::string, Metric, std::less<>> metrics_;
};

// What Nsight Compute advises in its own report.
struct Advice {
  enum class Kind { opt, inf, wrn } kind = Kind::inf;
  std::string rule, section;              // "UncoalescedGlobalAccess", "Source Counters"
  std::string text;                       // without markup and line breaks
  std::optional<double> speedup_percent;  // as estimated there
  bool is_local = false;                  // the estimate is for a part of the kernel
};

std::string_view name_of(Advice::Kind kind);  // "OPT"

struct Profile {
  std::string kernel;     // demangled
  std::string collector;  // "virtual GPU", "CUPTI", "Nsight Compute 2025.3.1"
  std::string device;     // "virtual:h200", "NVIDIA H200"; empty: not known
  int sm = 0;             // compute capability times ten; 0: not known
  std::optional<LaunchShape> shape;
  MetricSet metrics;
  std::optional<TimeShares> shares;  // absent: too few metrics to tell
  std::vector<Advice> advice;
  std::optional<SampledCode> sampled;  // where its warps were, by a collector that looks
  int passes = 0;                      // over the kernel; 0: not counted in passes
  int launches = 1;                    // of which the metrics are medians
  std::vector<std::string> unseen;     // what this collector cannot see, as sentences
};

}  // namespace whet
