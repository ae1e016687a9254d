// The GPUs that the driver and NVML report.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "environment/child.h"
#include "environment/host.h"
#include "environment/probe.h"
#include "util/text/json.h"

namespace whet {

struct GpuInfo {
  int index = 0;
  std::string name;        // "NVIDIA H200"
  std::string capability;  // "9.0"
  int multiprocessors = 0;
  uint64_t memory_bytes = 0;
  std::string pci_address;
  // The current SM clock, its maximum, the current memory clock; absent without NVML.
  std::optional<int> sm_clock_mhz, max_sm_clock_mhz, memory_clock_mhz;
};

// Runs in the child: emits {"gpus": [...], "driver": "580.65", "cuda": "13.0"} or {"failure": {...}}.
void read_driver(Libraries& libraries, const Emit& emit);

// For the parent.
std::vector<GpuInfo> gpus_of(const Json& values);
Probe gpu_probe(const ChildReport& report, const Machine& machine, const Host& host);

Json to_json(const GpuInfo& gpu);

}  // namespace whet
