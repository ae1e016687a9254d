#include "cudart/runtime.h"

#include <algorithm>

#include "device/open/open_device.h"

namespace whet::cudart {

namespace {

cudaMemcpy3DParms copy_parameters(void* to, const void* from, const CopyShape& shape, cudaMemcpyKind kind) {
  const auto place = [&](const void* address, uint64_t pitch, uint64_t slice) {
    const uint64_t row = pitch ? pitch : shape.width;
    return cudaPitchedPtr{const_cast<void*>(address), row, shape.width, slice ? slice / row : shape.height};
  };
  cudaMemcpy3DParms parameters{};
  parameters.srcPtr = place(from, shape.from_pitch, shape.from_slice);
  parameters.dstPtr = place(to, shape.to_pitch, shape.to_slice);
  parameters.extent = {shape.width, shape.height, shape.depth};
  parameters.kind = kind;
  return parameters;
}

cudaMemsetParams fill_parameters(void* to, int value, uint64_t element_bytes, const CopyShape& shape) {
  cudaMemsetParams parameters{};
  parameters.dst = to;
  parameters.pitch = shape.to_pitch;
  parameters.value = static_cast<unsigned>(value);
  parameters.elementSize = static_cast<unsigned>(element_bytes);
  parameters.width = shape.width / element_bytes;
  parameters.height = shape.height;
  return parameters;
}

constexpr uint64_t k_most_copied_bytes = 1ull << 48;  // more memory than any machine has

}  // namespace

Runtime::Runtime(std::unique_ptr<VirtualDevice> device, SmLimits limits, const RuntimeOptions& options,
                 Channels channels)
    : device_(std::move(device)),
      limits_(std::move(limits)),
      rates_(device_->transfer_rates()),
      checks_(options.checks),
      model_all_(options.model_all),
      channels_(std::move(channels)),
      memory_(*device_),
      arrays_(memory_),
      textures_(arrays_, device_->memory().textures(), device_->memory()),
      code_(*device_, options.cache_directory) {
  streams_.be_late(options.late_seed);
  usage_.device = device_->facts().name;
  usage_.gpu = device_->facts().gpu.product.name;
}

Result<std::unique_ptr<Runtime>> Runtime::open(const RuntimeOptions& options, Channels channels,
                                               const Knowledge& knowledge) {
  VirtualOptions virtual_options = options.virtual_options;
  virtual_options.track_initialised |= options.checks.init;
  TRY(device, open_virtual_device(options.device, virtual_options, knowledge));
  if (options.link >= 0) device->connect(std::make_unique<DeviceLink>(options.link));
  TRY(limits, sm_limits(device->facts().gpu.capability));
  return std::unique_ptr<Runtime>(new Runtime(std::move(device), std::move(limits), options, std::move(channels)));
}

const Usage& Runtime::usage() {
  usage_.allocated_most = std::max(usage_.allocated_most, device_->memory().used_bytes());
  return usage_;
}

cudaError_t Runtime::refuse(const Error& error, cudaError_t as) {
  const std::string text = describe(error);
  if (told_.insert(text).second) channels_.tell(text);
  if (as == cudaErrorNotSupported && lacks_.empty()) lacks_ = error.what;
  return as;
}

cudaError_t Runtime::copy(void* to, const void* from, const CopyShape& shape, cudaMemcpyKind kind,
                          cudaStream_t handle) {
  Stream* const stream = streams_.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!shape.fits(k_most_copied_bytes)) return cudaErrorInvalidValue;
  const uint64_t bytes = shape.bytes();
  if (bytes == 0) return cudaSuccess;
  if (!to || !from) return cudaErrorInvalidValue;
  const auto direction = memory_.direction(to, from, kind);
  if (!direction) return refuse(direction.error(), cudaErrorInvalidValue);
  if (*direction == Direction::to_device) usage_.copied_to_device += bytes;
  if (*direction == Direction::to_host) usage_.copied_to_host += bytes;
  const Engine engine = *direction == Direction::to_device   ? Engine::to_device
                        : *direction == Direction::to_host   ? Engine::to_host
                        : *direction == Direction::on_device ? Engine::compute
                                                             : Engine::none;
  const double seconds = *direction == Direction::on_host     ? 0
                         : *direction == Direction::on_device ? rates_.copy_seconds(shape)
                                                              : rates_.link_seconds(shape);
  return streams_.submit(*stream,
                         {cudaGraphNodeTypeMemcpy, engine,
                          [=, this]() -> Done {
                            if (fault_ != cudaSuccess) return {};
                            const auto done = memory_.copy(to, from, shape);
                            if (!done) return {refuse(done.error(), cudaErrorInvalidValue), 0};
                            device_->add_host_work(seconds);
                            return {cudaSuccess, seconds};
                          },
                          copy_parameters(to, from, shape, kind)},
                         !streams_.are_late() || !memory_.may_be_late(to, from));
}

cudaError_t Runtime::fill(void* to, int value, uint64_t element_bytes, const CopyShape& shape, cudaStream_t handle) {
  Stream* const stream = streams_.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  if (!shape.fits(k_most_copied_bytes)) return cudaErrorInvalidValue;
  if (shape.bytes() == 0) return cudaSuccess;
  const double seconds = rates_.fill_seconds(shape);
  return streams_.submit(*stream,
                         {cudaGraphNodeTypeMemset, Engine::compute,
                          [=, this]() -> Done {
                            if (fault_ != cudaSuccess) return {};
                            const auto done = memory_.fill(to, value, element_bytes, shape);
                            if (!done) return {refuse(done.error(), cudaErrorInvalidValue), 0};
                            device_->add_host_work(seconds);
                            return {cudaSuccess, seconds};
                          },
                          fill_parameters(to, value, element_bytes, shape)},
                         false);
}

cudaError_t Runtime::call_host(std::function<void()> function, cudaStream_t handle, cudaHostNodeParams parameters) {
  Stream* const stream = streams_.find(handle);
  if (!stream) return cudaErrorInvalidResourceHandle;
  return streams_.submit(*stream,
                         {cudaGraphNodeTypeHost, Engine::none,
                          [function = std::move(function)]() -> Done {
                            function();
                            return {};
                          },
                          parameters},
                         false);
}

cudaError_t Runtime::after_wait(cudaError_t waited) {
  if (!printed_.empty()) channels_.print(printed_);
  printed_.clear();
  if (fault_ == cudaSuccess) return waited;
  fault_told_ = true;
  return fault_;
}

void Runtime::reset() {
  (void)usage();
  streams_.catch_up();
  textures_.reset();
  arrays_.reset();
  memory_.reset();
  pools_.reset();
  advice_.clear();
  fault_ = cudaSuccess;
  fault_told_ = false;
}

}  // namespace whet::cudart
