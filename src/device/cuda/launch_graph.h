// Launches captured once and replayed in a row, so that short kernels follow each other without the host.
#pragma once

#include <functional>

#include "device/cuda/cuda_library.h"

namespace whet {

class LaunchGraph {
 public:
  // Captures what `queue` puts on the stream as a graph, without running it.
  static Result<LaunchGraph> capture(const CudaLibrary& driver, void* stream,
                                     const std::function<Result<void>()>& queue);
  LaunchGraph(LaunchGraph&& other) noexcept;
  LaunchGraph& operator=(LaunchGraph&& other) noexcept;
  ~LaunchGraph();

  Result<void> launch(void* stream) const { return driver_->call("cuGraphLaunch", executable_, stream); }

 private:
  LaunchGraph(const CudaLibrary& driver, void* executable) : driver_(&driver), executable_(executable) {}

  const CudaLibrary* driver_;
  void* executable_;
};

}  // namespace whet
