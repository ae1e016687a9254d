// What copies and fills take, modelled: between host and GPU, and within it. Each is work on a stream and costs what a
// launch costs before its first byte moves; a row of its own costs whole sectors, however short it is.
#pragma once

#include <string_view>

#include "device/rows.h"
#include "hardware/gpu.h"
#include "util/system/knowledge.h"

namespace whet {

struct TransferRates {
  double link = 0;            // bytes a second between host and GPU in one direction; 0: not known
  double memory = 0;          // of the GPU's memory, as far as kernels get
  double launch_seconds = 0;  // of a launch that does nothing
  double link_latency = 0;    // of a copy between host and GPU, whatever its size

  double copy_seconds(const CopyRows& rows) const;  // within the GPU
  double fill_seconds(const CopyRows& rows) const;
  double link_seconds(const CopyRows& rows) const;  // between host and GPU
};

TransferRates transfer_rates(const Gpu& gpu, const Knowledge& knowledge);

// "PCIe 5.0 x16" -> 63.0e9: transfers a second, lanes, 128 bits of data in 130. 0 for anything else.
double pcie_bytes_per_second(std::string_view link);

}  // namespace whet
