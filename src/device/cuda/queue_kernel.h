// Queues one kernel on a stream, in the way its shape asks for: plain, cooperative or in clusters.
#pragma once

#include "device/cuda/cuda_library.h"
#include "device/device.h"

namespace whet {

struct QueuedKernel {
  void *function = nullptr, *stream = nullptr;
  void** arguments = nullptr;  // a pointer to each
};

Result<void> queue_kernel(const CudaLibrary& driver, const LaunchShape& shape, const QueuedKernel& kernel);

}  // namespace whet
