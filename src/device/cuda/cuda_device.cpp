#include "device/cuda/cuda_device.h"

#include <algorithm>

#include <fmt/format.h>

#include "compile/toolkit/target.h"
#include "device/cuda/cuda_counters.h"
#include "device/cuda/cuda_module.h"
#include "device/cuda/cuda_timer.h"
#include "device/cuda/cupti_library.h"
#include "device/cuda/gpu_digest.h"
#include "device/cuda/gpu_memory.h"
#include "device/cuda/nvml.h"
#include "device/cuda/queue_kernel.h"
#include "device/cuda/shared_arrays.h"
#include "device/host_module.h"
#include "util/hash.h"

namespace whet {

namespace {

constexpr double k_usual_clock_mhz = 1500;                     // where the product's is not known
constexpr int k_attribute_major = 75, k_attribute_minor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_*

}  // namespace

CudaDevice::CudaDevice(CudaLibrary driver) : driver_(std::move(driver)) {}

CudaDevice::~CudaDevice() {
  counters_.reset();
  timer_.reset();
  digest_.reset();
  shared_.reset();
  (void)driver_.call("cuDevicePrimaryCtxRelease_v2", device_);
}

Result<std::unique_ptr<CudaDevice>> CudaDevice::open(int index, const Knowledge& knowledge) {
  TRY(driver, open_cuda_driver());
  std::unique_ptr<CudaDevice> device(new CudaDevice(std::move(driver)));
  const CudaLibrary& cuda = device->driver_;
  char name[256] = {};
  int major = 0, minor = 0, version = 0;
  TRY_VOID(cuda.call("cuInit", 0u));
  TRY_VOID(cuda.call("cuDeviceGet", &device->device_, index));
  TRY_VOID(cuda.call("cuDeviceGetName", static_cast<char*>(name), 255, device->device_));
  TRY_VOID(cuda.call("cuDeviceGetAttribute", &major, k_attribute_major, device->device_));
  TRY_VOID(cuda.call("cuDeviceGetAttribute", &minor, k_attribute_minor, device->device_));
  TRY_VOID(cuda.call("cuDriverGetVersion", &version));
  TRY_VOID(cuda.call("cuDevicePrimaryCtxRetain", &device->context_, device->device_));
  TRY_VOID(cuda.call("cuCtxSetCurrent", device->context_));
  device->shared_ = std::make_unique<SharedArrays>(cuda, device->device_);
  const Hardware hardware(knowledge);
  device->facts_.name = fmt::format("cuda:{}", index);
  device->facts_.architecture = fullest({major * 10 + minor});
  if (auto gpu = hardware.gpu(name)) {
    device->facts_.gpu = std::move(gpu).value();
  } else {
    TRY(capability, hardware.capability(fmt::format("{}.{}", major, minor)));
    device->facts_.gpu.capability = std::move(capability);
    device->facts_.gpu.product.name = name;
  }
  device->driver_name_ = name;
  device->cuda_version_ = version;
  device->description_ = fmt::format("{}, CUDA {}.{}", name, version / 1000, version % 1000 / 10);
  return device;
}

// Without NVML the driver's release and the clocks stay unknown.
Result<DeviceIdentity> CudaDevice::identity() {
  DeviceIdentity found{.name = driver_name_};
  found.cuda = fmt::format("{}.{}", cuda_version_ / 1000, cuda_version_ % 1000 / 10);
  unsigned char uuid[16] = {};
  TRY_VOID(driver_.call("cuDeviceGetUuid_v2", static_cast<unsigned char*>(uuid), device_));
  for (const unsigned char byte : uuid) found.uuid += fmt::format("{:02x}", byte);
  char address[32] = {};
  TRY_VOID(driver_.call("cuDeviceGetPCIBusId", static_cast<char*>(address), 31, device_));
  const auto nvml = Nvml::open(static_cast<const char*>(address));
  if (!nvml) return found;
  found.driver = (*nvml)->driver_release();
  found.max_sm_clock_hz = (*nvml)->max_sm_clock_hz().value_or(0);
  found.set_sm_clock_hz = (*nvml)->set_sm_clock_hz().value_or(0);
  found.power_limit_watts = (*nvml)->condition().power_limit_watts;
  return found;
}

Result<void> CudaDevice::set_stack_bytes(uint64_t bytes) {
  constexpr int k_limit_stack_size = 0;  // CU_LIMIT_STACK_SIZE
  return driver_.call("cuCtxSetLimit", k_limit_stack_size, static_cast<size_t>(bytes));
}

Result<uint64_t> CudaDevice::allocate(uint64_t bytes, const std::string&) {
  unsigned long long address = 0;
  const auto room = static_cast<size_t>(std::max<uint64_t>(bytes, 1));
  TRY_VOID(allocated(driver_.call("cuMemAlloc_v2", &address, room), bytes, driver_));
  return uint64_t{address};
}

std::optional<uint64_t> CudaDevice::free_bytes() {
  const auto memory = gpu_memory(driver_);
  return memory ? std::optional(memory->free_bytes) : std::nullopt;
}

Result<void> CudaDevice::free(uint64_t address) {
  if (shared_->owns(address)) return shared_->release(address);
  return driver_.call("cuMemFree_v2", static_cast<unsigned long long>(address));
}

Result<SharedArray> CudaDevice::allocate_shared(uint64_t bytes) {
  return shared_->make(bytes);
}

Result<uint64_t> CudaDevice::map_shared(int descriptor, uint64_t bytes, bool writable) {
  return shared_->map(descriptor, bytes, writable);
}

Result<void> CudaDevice::finish() {
  return driver_.call("cuCtxSynchronize");
}

Result<void> CudaDevice::write(uint64_t address, std::string_view bytes) {
  return driver_.call("cuMemcpyHtoD_v2", static_cast<unsigned long long>(address),
                      static_cast<const void*>(bytes.data()), bytes.size());
}

Result<void> CudaDevice::read_to(std::span<char> to, uint64_t address) {
  return driver_.call("cuMemcpyDtoH_v2", static_cast<void*>(to.data()), static_cast<unsigned long long>(address),
                      to.size());
}

// Pinned memory is copied several times as fast; if it cannot be pinned, copies still work.
void CudaDevice::expect_copies(std::span<char> memory) {
  constexpr unsigned k_portable = 1;  // CU_MEMHOSTREGISTER_PORTABLE
  (void)driver_.call("cuMemHostRegister_v2", static_cast<void*>(memory.data()), memory.size(), k_portable);
}

Result<uint64_t> CudaDevice::digest(uint64_t address, uint64_t bytes, uint64_t key) {
  if (address % GpuDigest::k_alignment != 0) return Device::digest(address, bytes, key);
  if (!digest_) {
    TRY(opened, GpuDigest::open(driver_));
    digest_ = std::make_unique<GpuDigest>(std::move(opened));
  }
  const uint64_t parts = bytes / k_digest_part_bytes, rest = bytes % k_digest_part_bytes;
  TRY(sum, digest_->sum_of_parts(address, parts, key));
  if (rest == 0) return digest_of_sum(sum, bytes, key);
  TRY(last, read(address + bytes - rest, rest));
  return digest_of_sum(sum + digest_of_part(last, parts, key), bytes, key);
}

Result<void> CudaDevice::fill(uint64_t address, uint8_t value, uint64_t bytes) {
  return driver_.call("cuMemsetD8_v2", static_cast<unsigned long long>(address), static_cast<unsigned char>(value),
                      static_cast<size_t>(bytes));
}

Result<void> CudaDevice::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  return driver_.call("cuMemcpyDtoD_v2", static_cast<unsigned long long>(to), static_cast<unsigned long long>(from),
                      static_cast<size_t>(bytes));
}

Result<std::shared_ptr<DeviceModule>> CudaDevice::load(const Build& build) {
  if (!build.library.empty()) return HostModule::load(build.library);
  TRY(module, CudaModule::load(driver_, build));
  return std::shared_ptr<DeviceModule>(std::move(module));
}

Result<void> CudaDevice::enqueue(const Launch& launch, void* stream) {
  if (HostModule* const host = host_code_of(launch)) return host->call(launch.kernel, launch.arguments);
  auto* module = dynamic_cast<CudaModule*>(launch.module.get());
  if (!module) return failed("the launch names no module of this device");
  TRY(function, module->function(launch.kernel));
  std::vector<void*> arguments;
  for (const std::string& bytes : launch.arguments) arguments.push_back(const_cast<char*>(bytes.data()));
  return queue_kernel(driver_, launch.shape, {function, stream, arguments.data()});
}

Result<std::vector<ModuleVariable>> CudaDevice::variables(DeviceModule& module, uint64_t key) {
  if (dynamic_cast<HostModule*>(&module)) return std::vector<ModuleVariable>();  // the CUDA runtime has them
  const auto* mine = dynamic_cast<CudaModule*>(&module);
  if (!mine) return failed("the module is not of this device");
  std::vector<ModuleVariable> found;
  for (const std::string& name : mine->variables()) {
    const auto place = mine->place(name);
    if (!place) continue;
    TRY(content, digest(place->address, place->bytes, key));
    found.push_back({name, content});
  }
  return found;
}

Result<VariablePlace> CudaDevice::variable(DeviceModule& module, const std::string& name) {
  const auto* mine = dynamic_cast<CudaModule*>(&module);
  const auto place = mine ? mine->place(name) : std::nullopt;
  if (!place) return Device::variable(module, name);
  return *place;
}

Result<void> CudaDevice::launch(const Launch& launch) {
  TRY_VOID(enqueue(launch, nullptr));
  return driver_.call("cuCtxSynchronize");
}

Result<CudaTimer*> CudaDevice::timer() {
  if (timer_) return timer_.get();
  TRY(opened, CudaTimer::open(driver_, device_,
                              {[this](const Launch& launch, void* stream) { return enqueue(launch, stream); },
                               [](const Launch& launch) { return host_code_of(launch) != nullptr; }}));
  timer_ = std::move(opened);
  return timer_.get();
}

Result<Sampling> CudaDevice::sample(const std::vector<Launch>& launches, const SamplingPlan& plan) {
  TRY(timer, this->timer());
  return timer->sample(launches, plan);
}

Result<Time> CudaDevice::time(const Launch& launch) {
  TRY(sampling, sample({launch}, SamplingPlan{}));
  auto& samples = sampling.samples;
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.seconds < b.seconds; });
  return Time{samples[samples.size() / 2].seconds, samples[samples.size() / 4].seconds,
              samples[samples.size() * 3 / 4].seconds, Origin::measured};
}

Result<std::vector<Metric>> CudaDevice::metrics(const Launch& launch, const std::vector<std::string>& names) {
  return metrics(launch, names, []() -> Result<void> { return {}; });
}

Result<std::vector<Metric>> CudaDevice::metrics(const Launch& launch, const std::vector<std::string>& names,
                                                const std::function<Result<void>()>& restore) {
  TRY(reading, launch_counters()->count(launch, names, restore));
  return std::move(reading.metrics);
}

LaunchCounters* CudaDevice::launch_counters() {
  if (counters_) return counters_.get();
  CudaCounters::Work work;
  work.open_cupti = [] { return open_cupti(); };
  work.make_current = [this] { return driver_.call("cuCtxSetCurrent", context_); };
  work.flush = [this]() -> Result<void> {
    TRY(timer, this->timer());
    return timer->flush();
  };
  work.launch = [this](const Launch& launch) { return this->launch(launch); };
  work.context = context_;
  work.device = device_;
  work.clock_hz = 1e6 * facts_.gpu.product.number("boost_clock").value_or(k_usual_clock_mhz);
  counters_ = std::make_unique<CudaCounters>(std::move(work));
  return counters_.get();
}

Result<void> CudaDevice::begin_profiled() {
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  return driver_.call("cuProfilerStart");
}

Result<void> CudaDevice::end_profiled() {
  TRY_VOID(driver_.call("cuCtxSynchronize"));
  return driver_.call("cuProfilerStop");
}

}  // namespace whet
