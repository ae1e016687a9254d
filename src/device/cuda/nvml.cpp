#include "device/cuda/nvml.h"

#include <unistd.h>

#include <algorithm>

namespace whet {

namespace {

constexpr int k_clock_sm = 1, k_clock_memory = 2, k_sensor_gpu = 0;
constexpr unsigned k_most_processes = 64;

struct Utilization {
  unsigned gpu = 0, memory = 0;  // percent
};

// nvmlProcessInfo_t of version 2 of the call.
struct ProcessInfo {
  unsigned pid;
  unsigned long long used_bytes;
  unsigned gpu_instance, compute_instance;
};

struct Reason {
  unsigned long long bit;
  const char* name;
};
constexpr Reason k_reasons[] = {{0x2, "clocks set by an application"},
                                {0x4, "power cap"},
                                {0x8, "hardware slowdown"},
                                {0x10, "sync boost"},
                                {0x20, "heat"},
                                {0x40, "heat (hardware)"},
                                {0x80, "power brake"},
                                {0x100, "display clocks"}};

bool exists_here(unsigned pid) {
  return access(("/proc/" + std::to_string(pid)).c_str(), F_OK) == 0;
}

}  // namespace

std::vector<std::string> slowdown_names(unsigned long long reasons) {
  std::vector<std::string> names;
  for (const Reason& reason : k_reasons) {
    if (reasons & reason.bit) names.emplace_back(reason.name);
  }
  return names;
}

Result<std::unique_ptr<Nvml>> Nvml::open(const std::string& pci_address, LibraryAccess access) {
  TRY(library, CudaLibrary::open({"libnvidia-ml.so.1", "/usr/lib/wsl/lib/libnvidia-ml.so.1"}, "NVML", access));
  using TextOf = const char* (*)(int);
  const auto text_of = reinterpret_cast<TextOf>(library.symbol("nvmlErrorString"));
  library.describe_with(
      [text_of](int code) { return text_of ? std::string(text_of(code)) : "code " + std::to_string(code); });
  TRY_VOID(library.call("nvmlInit_v2"));
  void* gpu = nullptr;
  TRY_VOID(library.call("nvmlDeviceGetHandleByPciBusId_v2", pci_address.c_str(), &gpu));
  return std::unique_ptr<Nvml>(new Nvml(std::move(library), gpu));
}

Nvml::~Nvml() {
  (void)library_.call("nvmlShutdown");
}

// In a container the process ids may be the host's: a single owner that does not exist here is this process.
std::vector<std::string> Nvml::other_owners() const {
  unsigned count = k_most_processes;
  ProcessInfo processes[k_most_processes] = {};
  if (!library_.call("nvmlDeviceGetComputeRunningProcesses_v3", gpu_, &count, static_cast<ProcessInfo*>(processes)))
    return {};
  std::vector<std::string> others;
  // The judge that started a runner has its own context, which is idle meanwhile.
  const auto own = static_cast<unsigned>(getpid()), judge = static_cast<unsigned>(getppid());
  for (unsigned i = 0; i < std::min(count, k_most_processes); ++i) {
    const unsigned pid = processes[i].pid;
    if (pid == own || pid == judge || (count == 1 && !exists_here(pid))) continue;
    others.push_back("pid " + std::to_string(pid));
  }
  return others;
}

std::optional<double> Nvml::max_sm_clock_hz() const {
  unsigned megahertz = 0;
  if (!library_.call("nvmlDeviceGetMaxClockInfo", gpu_, k_clock_sm, &megahertz)) return std::nullopt;
  return 1e6 * megahertz;
}

std::optional<double> Nvml::set_sm_clock_hz() const {
  unsigned megahertz = 0;
  if (!library_.call("nvmlDeviceGetApplicationsClock", gpu_, k_clock_sm, &megahertz)) return std::nullopt;
  return 1e6 * megahertz;
}

std::string Nvml::driver_release() const {
  char release[96] = {};
  if (!library_.call("nvmlSystemGetDriverVersion", static_cast<char*>(release), 95u)) return {};
  return release;
}

GpuCondition Nvml::condition() const {
  GpuCondition found;
  found.known = true;
  unsigned number = 0;
  if (library_.call("nvmlDeviceGetClockInfo", gpu_, k_clock_sm, &number)) found.sm_clock_hz = 1e6 * number;
  if (library_.call("nvmlDeviceGetClockInfo", gpu_, k_clock_memory, &number)) found.memory_clock_hz = 1e6 * number;
  if (library_.call("nvmlDeviceGetPowerUsage", gpu_, &number)) found.power_watts = 1e-3 * number;
  if (library_.call("nvmlDeviceGetEnforcedPowerLimit", gpu_, &number)) found.power_limit_watts = 1e-3 * number;
  if (library_.call("nvmlDeviceGetTemperature", gpu_, k_sensor_gpu, &number)) found.temperature_celsius = number;
  Utilization used;
  if (library_.call("nvmlDeviceGetUtilizationRates", gpu_, &used)) found.utilization = used.gpu / 100.0;
  unsigned long long reasons = 0;
  if (library_.call("nvmlDeviceGetCurrentClocksThrottleReasons", gpu_, &reasons))
    found.slowed_by = slowdown_names(reasons);
  found.other_owners = other_owners();
  return found;
}

}  // namespace whet
