// The child's side: what the driver and NVML say, call by call.
#include "environment/driver.h"

#include "environment/cuda_calls.h"

namespace whet {

namespace {

// cuda.h and nvml.h fix these; they are written out so that no CUDA header is needed to build.
constexpr int k_attribute_multiprocessors = 16;
constexpr int k_attribute_capability_major = 75;
constexpr int k_attribute_capability_minor = 76;
constexpr int k_nvml_clock_sm = 1;
constexpr int k_nvml_clock_memory = 2;

int attribute_of(CudaCalls& driver, int attribute, int device) {
  int value = 0;
  driver.call("cuDeviceGetAttribute", &value, attribute, device);
  return value;
}

GpuInfo read_gpu(CudaCalls& driver, int device) {
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

std::optional<int> clock_of(CudaCalls& nvml, const char* call, void* device, int clock) {
  unsigned value = 0;
  if (!nvml.call(call, device, clock, &value)) return std::nullopt;
  return static_cast<int>(value);
}

void read_clocks(CudaCalls& nvml, GpuInfo& gpu) {
  void* device = nullptr;
  if (!nvml.call("nvmlDeviceGetHandleByPciBusId_v2", gpu.pci_address.c_str(), &device)) return;
  gpu.sm_clock_mhz = clock_of(nvml, "nvmlDeviceGetClockInfo", device, k_nvml_clock_sm);
  gpu.max_sm_clock_mhz = clock_of(nvml, "nvmlDeviceGetMaxClockInfo", device, k_nvml_clock_sm);
  gpu.memory_clock_mhz = clock_of(nvml, "nvmlDeviceGetClockInfo", device, k_nvml_clock_memory);
}

// Clocks and the driver's release; without NVML they stay absent.
void read_nvml(Libraries& libraries, const Emit& emit, std::vector<GpuInfo>& gpus) {
  emit(Json(Json::Object{{"step", "opening libnvidia-ml.so.1"}}));
  std::string why_not;
  void* library = libraries.open("libnvidia-ml.so.1", why_not);
  if (!library) return;
  CudaCalls nvml(libraries, library, emit);
  if (!nvml.call("nvmlInit_v2")) return;
  char release[96] = {};
  if (nvml.call("nvmlSystemGetDriverVersion", static_cast<char*>(release), 95u)) {
    emit(Json(Json::Object{{"driver", release}}));
  }
  for (GpuInfo& gpu : gpus) read_clocks(nvml, gpu);
  nvml.call("nvmlShutdown");
}

}  // namespace

void read_driver(Libraries& libraries, const Emit& emit) {
  emit(Json(Json::Object{{"step", "opening libcuda.so.1"}}));
  std::string why_not;
  void* library = open_driver(libraries, why_not);
  if (!library) return emit_failure(emit, {"opening libcuda.so.1", CallFailure::k_no_library, why_not});
  CudaCalls driver(libraries, library, emit);
  driver.describe_with(driver_describer(driver));
  if (!driver.call("cuInit", 0u)) return emit_failure(emit, driver.failure());
  int version = 0;
  if (driver.call("cuDriverGetVersion", &version)) {
    emit(Json(Json::Object{{"cuda", std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10)}}));
  }
  int count = 0;
  if (!driver.call("cuDeviceGetCount", &count)) return emit_failure(emit, driver.failure());
  std::vector<GpuInfo> gpus;
  gpus.reserve(static_cast<size_t>(count));
  for (int device = 0; device < count; ++device) gpus.push_back(read_gpu(driver, device));
  emit(Json(Json::Object{{"gpus", json_array(gpus, [](const GpuInfo& gpu) { return to_json(gpu); })}}));
  read_nvml(libraries, emit, gpus);
  emit(Json(Json::Object{{"gpus", json_array(gpus, [](const GpuInfo& gpu) { return to_json(gpu); })}}));
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
