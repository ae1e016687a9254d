// What a probe's child reports about calls into NVIDIA's libraries: each step before it is taken, so that a call which
// never returns can be named, and the failure that ended it.
//   {"step": "cuptiRangeProfilerStart"}
//   {"failure": {"step": "cuptiRangeProfilerStart", "code": 35, "text": "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"}}
#pragma once

#include <optional>

#include "device/cuda/cuda_library.h"
#include "environment/child.h"

namespace whet {

// Codes of failures that are not from a call, in addition to CallFailure::k_no_symbol.
constexpr int k_no_library = -2, k_no_headers = -3, k_no_value = -4;

void emit_step(const Emit& emit, const std::string& step);
void emit_failure(const Emit& emit, const CallFailure& failure);

// Announces every call and records the first that failed.
class AnnouncedCalls : public CallObserver {
 public:
  explicit AnnouncedCalls(const Emit& emit) : emit_(emit) {}
  void begins(const char* call) override { emit_step(emit_, call); }
  void failed(const CallFailure& failure) override {
    if (!failure_) failure_ = failure;
  }
  const std::optional<CallFailure>& failure() const { return failure_; }
  // Discards a failure that does not matter.
  void forget_failure() { failure_.reset(); }

 private:
  const Emit& emit_;
  std::optional<CallFailure> failure_;
};

}  // namespace whet
