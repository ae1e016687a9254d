// Hardware counters of one launch at a time, by CUPTI's range profiler.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "device/cuda/cuda_library.h"
#include "util/result.h"

namespace whet {

class CuptiSession {
 public:
  // Opens a session for the context on the device with this number. The error says which step failed.
  static Result<std::unique_ptr<CuptiSession>> open(CudaLibrary cupti, void* context, int device);
  ~CuptiSession();

  // The values of the metrics that this GPU has. `pass` is called once per pass; `before` is called before each and is
  // not counted.
  Result<std::vector<std::pair<std::string, double>>> collect(const std::vector<std::string>& metrics,
                                                              const std::function<Result<void>()>& before,
                                                              const std::function<Result<void>()>& pass);

  // "CUPTI does not support this configuration (vGPU)", if it says so in advance. The session is opened anyway: CUPTI's
  // actual behaviour decides.
  const std::string& objection() const;

 private:
  struct State;
  explicit CuptiSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace whet
