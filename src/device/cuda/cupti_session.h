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

struct CuptiReading {
  std::vector<std::pair<std::string, double>> values;  // of the metrics that this GPU has
  int passes = 0;
};

class CuptiSession {
 public:
  // Opens a session for the context on the device with this number. The context must be current on the calling thread
  // whenever something is collected. The error says which step failed.
  static Result<std::unique_ptr<CuptiSession>> open(CudaLibrary cupti, void* context, int device);
  ~CuptiSession();

  // Those of the names that this GPU has.
  Result<std::vector<std::string>> known(const std::vector<std::string>& metrics) const;

  // The values of the metrics that this GPU has. `pass` is called once per pass and ends when the GPU is idle; `before`
  // is called before each and is not counted.
  Result<CuptiReading> collect(const std::vector<std::string>& metrics, const std::function<Result<void>()>& before,
                               const std::function<Result<void>()>& pass);

  // "CUPTI does not support this configuration (vGPU)", if it says so in advance. The session is opened anyway: CUPTI's
  // actual behaviour decides.
  const std::string& objection() const;

 private:
  struct State;
  Result<std::vector<std::string>> accepted(const std::vector<std::string>& metrics) const;
  explicit CuptiSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace whet
