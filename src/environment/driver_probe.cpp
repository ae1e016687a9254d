// The parent: explains the driver's answers to the user.
#include <fmt/format.h>

#include "environment/announced_calls.h"
#include "environment/child.h"
#include "environment/driver.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr Package k_driver_package{"cuda-drivers", "cuda-drivers", "cuda-drivers", "nvidia-open nvidia-utils", true};
constexpr int k_no_device = 100;        // CUDA_ERROR_NO_DEVICE
constexpr int k_driver_mismatch = 803;  // CUDA_ERROR_SYSTEM_DRIVER_MISMATCH

int whole_of(const Json& values, std::string_view key) {
  const Json* value = values.find(key);
  return value ? static_cast<int>(value->as_number().value_or(0)) : 0;
}

std::optional<int> optional_of(const Json& values, std::string_view key) {
  const Json* value = values.find(key);
  if (!value || !value->as_number()) return std::nullopt;
  return static_cast<int>(*value->as_number());
}

GpuInfo gpu_of(const Json& values) {
  GpuInfo gpu;
  gpu.index = whole_of(values, "index");
  gpu.name = text_of(values, "name");
  gpu.capability = text_of(values, "capability");
  gpu.multiprocessors = whole_of(values, "multiprocessors");
  const Json* memory = values.find("memory_bytes");
  gpu.memory_bytes = memory ? static_cast<uint64_t>(memory->as_number().value_or(0)) : 0;
  gpu.pci_address = text_of(values, "pci_address");
  gpu.sm_clock_mhz = optional_of(values, "sm_clock_mhz");
  gpu.max_sm_clock_mhz = optional_of(values, "max_sm_clock_mhz");
  gpu.memory_clock_mhz = optional_of(values, "memory_clock_mhz");
  return gpu;
}

// Whether there is an NVIDIA display or compute device on the PCI bus, with or without a driver.
bool has_nvidia_hardware(const Machine& machine) {
  const std::string root = "/sys/bus/pci/devices";
  for (const std::string& device : machine.files.list(root)) {
    const auto vendor = machine.files.read(root + "/" + device + "/vendor");
    if (!vendor || trim(*vendor) != "0x10de") continue;
    const auto kind = machine.files.read(root + "/" + device + "/class");
    if (kind && kind->starts_with("0x03")) return true;
  }
  return false;
}

// If the driver's library is missing there may be no card, no driver, or a container without access to them.
void explain_no_library(Probe& probe, const Machine& machine, const Host& host) {
  const bool device_files = machine.files.info("/dev/nvidiactl").has_value();
  if (device_files || (host.container && has_nvidia_hardware(machine))) {
    probe.detail = "the driver's library libcuda.so.1 is not in this container";
    probe.mend = "start the container with --gpus all (NVIDIA Container Toolkit)";
  } else if (has_nvidia_hardware(machine)) {
    probe.detail = "an NVIDIA card is here, its driver is not";
    probe.mend = install_command(host, k_driver_package);
  } else {
    probe.detail = "no NVIDIA card and no driver";
    probe.mend = "run whet on a machine with an NVIDIA GPU, or use the virtual GPU";
  }
}

void explain_failure(Probe& probe, const Json& failure, const Machine& machine, const Host& host) {
  const int code = whole_of(failure, "code");
  if (code == k_no_library) return explain_no_library(probe, machine, host);
  probe.detail = fmt::format("{} failed with {}: {}", text_of(failure, "step"), code, text_of(failure, "text"));
  if (code == k_no_device)
    probe.mend = "check nvidia-smi and CUDA_VISIBLE_DEVICES; in a container, --gpus all";
  else if (code == k_driver_mismatch)
    probe.mend = "reboot: the driver's library and its kernel module differ";
  else
    probe.mend = "check nvidia-smi and dmesg; reinstall the driver: " + install_command(host, k_driver_package);
}

std::string describe_gpus(const std::vector<GpuInfo>& gpus) {
  std::vector<std::string> parts;
  for (const GpuInfo& gpu : gpus) {
    std::string part = fmt::format("{}, compute capability {}, {} SMs, {}", gpu.name, gpu.capability,
                                   gpu.multiprocessors, format_bytes(static_cast<double>(gpu.memory_bytes)));
    if (gpu.sm_clock_mhz && gpu.max_sm_clock_mhz) {
      part += fmt::format(", SM clock {} of {} MHz", *gpu.sm_clock_mhz, *gpu.max_sm_clock_mhz);
    }
    parts.push_back(part);
  }
  return join(parts, "; ");
}

}  // namespace

std::vector<GpuInfo> gpus_of(const Json& values) {
  std::vector<GpuInfo> gpus;
  const Json* list = values.find("gpus");
  if (!list || !list->as_array()) return gpus;
  for (const Json& item : *list->as_array()) gpus.push_back(gpu_of(item));
  return gpus;
}

Probe gpu_probe(const ChildReport& report, const Machine& machine, const Host& host) {
  Probe probe = begin_probe("gpu");
  const std::vector<GpuInfo> gpus = gpus_of(report.values);
  probe.version = text_of(report.values, "driver");
  if (!gpus.empty()) {
    probe.status = ProbeStatus::found;
    probe.detail = describe_gpus(gpus) + "; driver for CUDA " + text_of(report.values, "cuda");
    if (!report.trouble.empty()) probe.detail += "; then the probe " + report.trouble;
  } else if (const Json* failure = report.values.find("failure")) {
    explain_failure(probe, *failure, machine, host);
  } else if (!report.trouble.empty()) {
    probe.status = ProbeStatus::unknown;
    probe.detail = "the probe " + report.trouble;
    probe.mend = "check nvidia-smi and dmesg; try `whet doctor --probe driver` alone";
  } else {
    probe.detail = "the driver is here and shows no GPU";
    probe.mend = "check nvidia-smi and CUDA_VISIBLE_DEVICES";
  }
  return probe;
}

}  // namespace whet
