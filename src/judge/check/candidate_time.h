// How long a candidate may take for all its trials: on the CPU where a virtual GPU works and that is less than what
// passes on the clock, as it is on a machine that others use too. What is slow for a reason may be: when the time is up
// the original is timed, and the candidate gets so many times what that would take.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "device/device.h"
#include "util/result.h"

namespace whet {

// What passed since then, or what the device worked in that time where that is known and less.
class UsedTime {
 public:
  explicit UsedTime(const Device& device)
      : device_(&device), worked_(device.worked_seconds()), begun_(std::chrono::steady_clock::now()) {}
  std::chrono::steady_clock::time_point begun() const { return begun_; }
  bool is_of_cpu() const { return worked_.has_value(); }
  double passed() const;
  double used() const;

 private:
  const Device* device_;
  std::optional<double> worked_;
  std::chrono::steady_clock::time_point begun_;
};

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
  bool is_up() const { return limit_ > 0 && (used_ >= limit_ || passed_ >= k_clock_room * limit_); }
  // Once: what the original takes for one of `trials` decides whether there is more. False: there is not.
  Result<bool> extend(size_t trials, const std::function<Result<double>()>& original_seconds);
  std::string reason() const;
  double longest_seconds() const { return longest_; }  // between begin and end

 private:
  static constexpr double k_clock_room = 3;  // what may pass on the clock, in times of what may be used

  Rule rule_;
  Device& device_;
  double limit_, used_ = 0, passed_ = 0, longest_ = 0, original_ = 0;
  bool is_extended_ = false;
  std::optional<UsedTime> now_;  // while it works
};

}  // namespace whet
