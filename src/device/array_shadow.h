// A second copy, on the device, of the arrays that a problem's launches may change, so that a launch can be run again
// and again from the same state.
#pragma once

#include <vector>

#include "device/device.h"
#include "device/staged_problem.h"

namespace whet {

class ArrayShadow {
 public:
  // Allocates the copies; an error if they do not fit. `device` must outlive it, and so must the staged arrays.
  static Result<ArrayShadow> make(const ResolvedCase& resolved, const StagedProblem& staged, Device& device);
  ~ArrayShadow();
  ArrayShadow(ArrayShadow&& other) noexcept;
  ArrayShadow& operator=(ArrayShadow&&) = delete;

  // Keeps what the arrays hold now.
  Result<void> keep();
  // Puts back what was kept.
  Result<void> put_back() const { return device_->put_back(resets_, 0); }
  // The same as a step of a sampling plan.
  const std::vector<SamplingPlan::Reset>& resets() const { return resets_; }

 private:
  explicit ArrayShadow(Device& device) : device_(&device) {}

  Device* device_;
  std::vector<SamplingPlan::Reset> resets_;  // from the copies
};

}  // namespace whet
