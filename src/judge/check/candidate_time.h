// How long a candidate may take for all its trials. What is slow for a reason may be: when the time is up the original
// is timed, and the candidate gets so many times what that would take.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "device/device.h"
#include "util/result.h"

namespace whet {

class CandidateTime {
 public:
  struct Rule {
    double seconds = 0;  // on the device, all trials together; 0: as long as it likes
    double times_original = 10;
  };

  CandidateTime(const Rule& rule, Device& device) : rule_(rule), device_(device), limit_(rule.seconds) {}
  ~CandidateTime() { device_.allow_until(std::nullopt); }
  CandidateTime(const CandidateTime&) = delete;
  CandidateTime& operator=(const CandidateTime&) = delete;

  // Around what the candidate does; what is still under way when its time is up fails.
  void begin();
  void end();
  bool is_up() const { return limit_ > 0 && used_ >= limit_; }
  // Once: what the original takes for one of `trials` decides whether there is more. False: there is not.
  Result<bool> extend(size_t trials, const std::function<Result<double>()>& original_seconds);
  std::string reason() const;
  double longest_seconds() const { return longest_; }  // between begin and end

 private:
  Rule rule_;
  Device& device_;
  double limit_, used_ = 0, longest_ = 0, original_ = 0;
  bool is_extended_ = false;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace whet
