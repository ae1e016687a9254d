// GPUs as the driver and NVML tell of them.
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
  std::optional<int> sm_clock_mhz, max_sm_clock_mhz, memory_clock_mhz;  // now, at most, now; absent without NVML
};

// Child's side: emits {"gpus": [...], "driver": "580.65", "cuda": "13.0"} or {"failure": {...}}.
void read_driver(Libraries& libraries, const Emit& emit);

// Parent's side.
std::vector<GpuInfo> gpus_of(const Json& values);
Probe gpu_probe(const ChildReport& report, const Machine& machine, const Host& host);

Json to_json(const GpuInfo& gpu);

}  // namespace whet
