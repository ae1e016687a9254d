#include "judge/nvbench_like.h"

#include "device/cuda/timer_kernels.h"
#include "util/statistics.h"

namespace whet::bench {

namespace {

constexpr int k_attribute_l2_bytes = 38;
constexpr unsigned k_stream_non_blocking = 1;

}  // namespace

Result<std::unique_ptr<NvbenchLike>> NvbenchLike::open(int device) {
  TRY(driver, open_cuda_driver());
  std::unique_ptr<NvbenchLike> made(new NvbenchLike(std::move(driver)));
  const CudaLibrary& cuda = made->driver_;
  int bytes = 0;
  void* gate = nullptr;
  TRY_VOID(cuda.call("cuDeviceGetAttribute", &bytes, k_attribute_l2_bytes, device));
  made->l2_bytes_ = static_cast<size_t>(bytes);
  TRY_VOID(cuda.call("cuMemAlloc_v2", &made->buffer_, made->l2_bytes_));
  TRY_VOID(cuda.call("cuStreamCreate", &made->stream_, k_stream_non_blocking));
  TRY_VOID(cuda.call("cuEventCreate", &made->start_, 0u));
  TRY_VOID(cuda.call("cuEventCreate", &made->stop_, 0u));
  TRY_VOID(cuda.call("cuModuleLoadData", &made->module_, static_cast<const void*>(k_timer_ptx)));
  TRY_VOID(cuda.call("cuModuleGetFunction", &gate, made->module_, "whet_gate"));
  TRY(opened, GpuGate::open(cuda, gate));
  made->gate_ = std::make_unique<GpuGate>(std::move(opened));
  return made;
}

NvbenchLike::~NvbenchLike() {
  gate_.reset();
  if (buffer_) (void)driver_.call("cuMemFree_v2", buffer_);
  if (start_) (void)driver_.call("cuEventDestroy_v2", start_);
  if (stop_) (void)driver_.call("cuEventDestroy_v2", stop_);
  if (stream_) (void)driver_.call("cuStreamDestroy_v2", stream_);
  if (module_) (void)driver_.call("cuModuleUnload", module_);
}

Result<double> NvbenchLike::one(void* function, const Launch& launch) {
  std::vector<void*> arguments;
  for (const std::string& bytes : launch.arguments) arguments.push_back(const_cast<char*>(bytes.data()));
  const Extent &grid = launch.shape.grid, &block = launch.shape.block;
  void** const none = nullptr;
  TRY_VOID(driver_.call("cuMemsetD8Async", buffer_, static_cast<unsigned char>(0), l2_bytes_, stream_));
  TRY_VOID(driver_.call("cuStreamSynchronize", stream_));
  TRY_VOID(gate_->close(stream_));
  const auto queued = [&]() -> Result<void> {
    TRY_VOID(driver_.call("cuEventRecord", start_, stream_));
    TRY_VOID(driver_.call("cuLaunchKernel", function, grid.x, grid.y, grid.z, block.x, block.y, block.z, 0u, stream_,
                          arguments.data(), none));
    return driver_.call("cuEventRecord", stop_, stream_);
  }();
  gate_->release();
  if (!queued) return queued.error();
  TRY_VOID(driver_.call("cuStreamSynchronize", stream_));
  float milliseconds = 0;
  TRY_VOID(driver_.call("cuEventElapsedTime", &milliseconds, start_, stop_));
  return 1e-3 * double{milliseconds};
}

Result<double> NvbenchLike::measure(const std::string& cubin, const Launch& launch, int samples) {
  void *module = nullptr, *function = nullptr;
  TRY_VOID(driver_.call("cuModuleLoadData", &module, static_cast<const void*>(cubin.data())));
  TRY_VOID(driver_.call("cuModuleGetFunction", &function, module, launch.kernel.c_str()));
  TRY_VOID(one(function, launch));  // warm-up
  std::vector<double> seconds;
  for (int i = 0; i < samples; ++i) {
    TRY(sample, one(function, launch));
    seconds.push_back(sample);
  }
  TRY_VOID(driver_.call("cuModuleUnload", module));
  return median(std::move(seconds));
}

}  // namespace whet::bench
