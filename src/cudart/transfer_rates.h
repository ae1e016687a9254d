// How fast bytes move: between host and GPU, and within it.
#pragma once

#include "cudart/memory.h"
#include "hardware/gpu.h"

namespace whet::cudart {

struct TransferRates {
  double link = 0;    // bytes a second in one direction, at the most; 0: not known
  double memory = 0;  // of the GPU's memory

  // Of so many bytes, modelled; 0 where the rate is not known.
  double copy_seconds(Direction direction, uint64_t bytes) const;
  double fill_seconds(uint64_t bytes) const;
};

TransferRates transfer_rates(const Gpu& gpu);

// "PCIe 5.0 x16" -> 63.0e9: transfers a second, lanes, 128 bits of data in 130. 0 for anything else.
double pcie_bytes_per_second(std::string_view link);

}  // namespace whet::cudart
