#include "device/cuda/launch_graph.h"

#include <utility>

namespace whet {

namespace {

constexpr int k_capture_relaxed = 2;  // CU_STREAM_CAPTURE_MODE_RELAXED: kernels may be loaded during capture

}  // namespace

Result<LaunchGraph> LaunchGraph::capture(const CudaLibrary& driver, void* stream,
                                         const std::function<Result<void>()>& queue) {
  TRY_VOID(driver.call("cuStreamBeginCapture_v2", stream, k_capture_relaxed));
  const auto queued = queue();
  void *graph = nullptr, *executable = nullptr;
  const auto ended = driver.call("cuStreamEndCapture", stream, &graph);  // also when queueing failed
  if (!queued) return queued.error();
  if (!ended) return ended.error();
  const auto made = driver.call("cuGraphInstantiateWithFlags", &executable, graph, 0ull);
  (void)driver.call("cuGraphDestroy", graph);
  if (!made) return made.error();
  LaunchGraph captured(driver, executable);
  TRY_VOID(driver.call("cuGraphUpload", executable, stream));
  return captured;
}

LaunchGraph::LaunchGraph(LaunchGraph&& other) noexcept
    : driver_(other.driver_), executable_(std::exchange(other.executable_, nullptr)) {}

LaunchGraph& LaunchGraph::operator=(LaunchGraph&& other) noexcept {
  std::swap(driver_, other.driver_);
  std::swap(executable_, other.executable_);
  return *this;
}

LaunchGraph::~LaunchGraph() {
  if (executable_) (void)driver_->call("cuGraphExecDestroy", executable_);
}

}  // namespace whet
