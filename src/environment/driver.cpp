// The child: asks the driver and NVML, one call after the other.
#include "environment/driver.h"

#include "device/cuda/nvml.h"
#include "environment/announced_calls.h"

namespace whet {

namespace {

// Values of cuda.h, repeated here so that the build needs no CUDA header.
constexpr int k_attribute_multiprocessors = 16;
constexpr int k_attribute_capability_major = 75;
constexpr int k_attribute_capability_minor = 76;

int attribute_of(const CudaLibrary& driver, int attribute, int device) {
  int value = 0;
  (void)driver.call("cuDeviceGetAttribute", &value, attribute, device);
  return value;
}

GpuInfo read_gpu(const CudaLibrary& driver, int device) {
  GpuInfo gpu;
  gpu.index = device;
  char text[256] = {};
  if (driver.call("cuDeviceGetName", static_cast<char*>(text), 255, device)) gpu.name = text;
  gpu.capability = std::to_string(attribute_of(driver, k_attribute_capability_major, device)) + "." +
                   std::to_string(attribute_of(driver, k_attribute_capability_minor, device));
  gpu.multiprocessors = attribute_of(driver, k_attribute_multiprocessors, device);
  size_t bytes = 0;
  if (driver.call("cuDeviceTotalMem_v2", &bytes, device)) gpu.memory_bytes = bytes;
  char address[64] = {};
  if (driver.call("cuDeviceGetPCIBusId", static_cast<char*>(address), 63, device)) gpu.pci_address = address;
  return gpu;
}

std::optional<int> megahertz(std::optional<double> hertz) {
  if (!hertz || *hertz <= 0) return std::nullopt;
  return static_cast<int>(*hertz / 1e6);
}

// Reads clocks and the driver's release; without NVML they stay absent.
void read_clocks(GpuInfo& gpu, LibraryAccess access, const Emit& emit) {
  emit_step(emit, "opening libnvidia-ml.so.1");
  const auto nvml = Nvml::open(gpu.pci_address, access);
  if (!nvml) return;
  const std::string release = (*nvml)->driver_release();
  if (!release.empty()) emit(Json(Json::Object{{"driver", release}}));
  const GpuCondition now = (*nvml)->condition();
  gpu.sm_clock_mhz = megahertz(now.sm_clock_hz);
  gpu.memory_clock_mhz = megahertz(now.memory_clock_hz);
  gpu.max_sm_clock_mhz = megahertz((*nvml)->max_sm_clock_hz());
}

Result<std::vector<GpuInfo>> read_gpus(const CudaLibrary& driver, const Emit& emit) {
  TRY_VOID(driver.call("cuInit", 0u));
  int version = 0;
  if (driver.call("cuDriverGetVersion", &version)) {
    emit(Json(Json::Object{{"cuda", std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10)}}));
  }
  int count = 0;
  TRY_VOID(driver.call("cuDeviceGetCount", &count));
  std::vector<GpuInfo> gpus;
  gpus.reserve(static_cast<size_t>(count));
  for (int device = 0; device < count; ++device) gpus.push_back(read_gpu(driver, device));
  return gpus;
}

void emit_gpus(const std::vector<GpuInfo>& gpus, const Emit& emit) {
  emit(Json(Json::Object{{"gpus", json_array(gpus, [](const GpuInfo& gpu) { return to_json(gpu); })}}));
}

}  // namespace

void read_driver(Libraries& libraries, const Emit& emit) {
  emit_step(emit, "opening libcuda.so.1");
  AnnouncedCalls calls(emit);
  const LibraryAccess access{&libraries, &calls};
  const auto driver = open_cuda_driver(access);
  if (!driver) return emit_failure(emit, {"opening libcuda.so.1", k_no_library, driver.error().what});
  auto gpus = read_gpus(*driver, emit);
  if (!gpus) return emit_failure(emit, calls.failure().value_or(CallFailure{}));
  emit_gpus(*gpus, emit);
  for (GpuInfo& gpu : *gpus) read_clocks(gpu, access, emit);
  emit_gpus(*gpus, emit);
}

Json to_json(const GpuInfo& gpu) {
  return Json::Object{{"index", gpu.index},
                      {"name", gpu.name},
                      {"capability", gpu.capability},
                      {"multiprocessors", gpu.multiprocessors},
                      {"memory_bytes", Json(static_cast<long>(gpu.memory_bytes))},
                      {"pci_address", gpu.pci_address},
                      {"sm_clock_mhz", gpu.sm_clock_mhz},
                      {"max_sm_clock_mhz", gpu.max_sm_clock_mhz},
                      {"memory_clock_mhz", gpu.memory_clock_mhz}};
}

}  // namespace whet
