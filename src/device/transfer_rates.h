// A time model of copies and fills, between host and GPU and within the GPU. Each operation costs a launch before its
// first byte moves; a separate row costs whole sectors, even if it is short.
#pragma once

#include <string_view>

#include "device/rows.h"
#include "hardware/gpu.h"
#include "util/system/knowledge.h"

namespace whet {

struct TransferRates {
  double link = 0;            // bytes per second between host and GPU in one direction
  double memory = 0;          // of the GPU's memory, as reached by kernels
  double launch_seconds = 0;  // of an empty launch
  double link_latency = 0;    // of a copy between host and GPU of any size

  double copy_seconds(const CopyRows& rows) const;  // within the GPU
  double fill_seconds(const CopyRows& rows) const;
  double link_seconds(const CopyRows& rows) const;  // between host and GPU
};

TransferRates transfer_rates(const Gpu& gpu, const Knowledge& knowledge);

// "PCIe 5.0 x16" -> 63.0e9: transfers per second x lanes x 128/130 (line code) / 8. 0 for anything else.
double pcie_bytes_per_second(std::string_view link);

}  // namespace whet
