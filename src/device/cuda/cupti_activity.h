// CUPTI's own record of when the GPU worked for this process, on whatever stream: the second witness of a sample.
#pragma once

#include <memory>

#include "device/cuda/cuda_library.h"

namespace whet {

class CuptiActivity {
 public:
  // Recording begins; it ends with the object. Missing: CUPTI.
  static Result<std::unique_ptr<CuptiActivity>> open();
  ~CuptiActivity();

  // Forgets what was recorded so far. The device must be idle.
  Result<void> begin();
  // From the start of the first to the end of the last kernel, copy or fill since `begin`, those of the timer left out;
  // in seconds, 0 when there was none. The device must be idle.
  Result<double> span();

 private:
  explicit CuptiActivity(CudaLibrary cupti) : cupti_(std::move(cupti)) {}
  CudaLibrary cupti_;
};

}  // namespace whet
