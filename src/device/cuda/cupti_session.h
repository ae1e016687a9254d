// Hardware counters of one launch at a time, through CUPTI's range profiler.
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
  // A session of the context, on the device of this number. An error says which step failed.
  static Result<std::unique_ptr<CuptiSession>> open(CudaLibrary cupti, void* context, int device);
  ~CuptiSession();

  // The values of those metrics this GPU has. `pass` is called once a pass, `before` ahead of each, outside what is
  // counted.
  Result<std::vector<std::pair<std::string, double>>> collect(const std::vector<std::string>& metrics,
                                                              const std::function<Result<void>()>& before,
                                                              const std::function<Result<void>()>& pass);

  // "CUPTI does not support this configuration (vGPU)", when it says so beforehand. It is tried all the same: what
  // CUPTI then does counts for more.
  const std::string& objection() const;

 private:
  struct State;
  explicit CuptiSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace whet
