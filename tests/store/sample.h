// A store in a directory of its own, and values that are cheap to write.
#pragma once

#include <gtest/gtest.h>

#include "store/store.h"
#include "support/support.h"

namespace whet::store::test {

inline const KernelId k_softmax{"examples/softmax", "softmax"};

inline Run sample_run(const KernelId& kernel = k_softmax) {
  Run run;
  run.kernel = kernel;
  run.entry = kernel.kernel;
  run.device = "virtual:h200";
  run.gpu = "NVIDIA H200";
  run.driver = "580.65";
  run.toolkit = "CUDA 13.0";
  run.origin = TimeOrigin::modelled;
  run.seed = 0xfedcba9876543210;
  run.settings = Json::Object{{"rounds", 3}};
  return run;
}

inline Build sample_build() {
  return {0, "NVRTC 13.0", "-O3", "sm_90a", 40, 8192, 0, "c0ffee", 0.045};
}

inline Measurement sample_measurement(MeasurementKind kind, double speedup) {
  Measurement measurement;
  measurement.case_name = "main";
  measurement.kind = kind;
  measurement.median = 1e-3 / speedup;
  measurement.low = measurement.median * 0.99;
  measurement.high = measurement.median * 1.01;
  measurement.speedup = Speedup{speedup, speedup * 0.98, speedup * 1.02};
  measurement.origin = TimeOrigin::modelled;
  measurement.clock_hz = 1.98e9;
  measurement.samples = Json::Array{1.0, 1.25};
  measurement.seed = 7;
  return measurement;
}

inline StageResult compared(const std::string& outcome, double speedup) {
  StageResult result;
  result.state = CandidateState::compared;
  result.outcome = outcome;
  result.seconds = 1e-3 / speedup;
  result.speedup = Speedup{speedup, speedup * 0.98, speedup * 1.02};
  result.measurements = {sample_measurement(MeasurementKind::comparison, speedup)};
  return result;
}

// The value, or the error's text as the test's failure.
template <typename T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(describe(result.error()));
  return std::move(result).value();
}
inline void must(Result<void> result) {
  if (!result) throw std::runtime_error(describe(result.error()));
}

class StoreTest : public ::testing::Test {
 protected:
  Project project() const { return {directory.path()}; }
  Store open(OpenMode mode = OpenMode::create) {
    return must(Store::open(project(), files, {mode, [this] { return ++now_ms; }}));
  }

  whet::test::TemporaryDirectory directory;
  DiskFileSystem files;
  int64_t now_ms = 1'700'000'000'000;
};

}  // namespace whet::store::test
