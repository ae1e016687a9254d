// CUPTI's record of when the GPU worked for this process, on any stream: the second witness of a sample.
#pragma once

#include <memory>

#include "device/cuda/cuda_library.h"

namespace whet {

class CuptiActivity {
 public:
  // Recording starts here and ends with the object. The error is `missing` without CUPTI.
  static Result<std::unique_ptr<CuptiActivity>> open();
  ~CuptiActivity();

  // Discards everything recorded so far. The device must be idle.
  Result<void> begin();
  // The seconds from the start of the first to the end of the last kernel, copy or fill since `begin`, without the
  // timer's own; 0 when there was none. The device must be idle.
  Result<double> span();

 private:
  explicit CuptiActivity(CudaLibrary cupti) : cupti_(std::move(cupti)) {}
  CudaLibrary cupti_;
};

}  // namespace whet
