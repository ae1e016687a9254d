// What `whet calibrate` found that one GPU reaches. Rates are bytes or operations per second (a fused multiply-add is
// two); what was not measured, or varied too much, is absent.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "hardware/math.h"

namespace whet {

struct MeasuredCeilings {
  std::string source;        // "whet calibrate, 2026-11-17"
  bool is_modelled = false;  // on a virtual GPU
  std::optional<double> dram_read, dram_write, dram_copy, l2, shared;
  std::array<std::optional<double>, k_all_math.size()> peaks;     // of the units alone
  std::array<std::optional<double>, k_all_math.size()> products;  // of a large product by the vendor's library
  std::optional<double> launch_seconds;                           // of an empty kernel
  double sm_clock_hz = 0;                                         // while it was measured; 0: not known

  std::optional<double>& peak(Math math) { return peaks[static_cast<size_t>(math)]; }
  const std::optional<double>& peak(Math math) const { return peaks[static_cast<size_t>(math)]; }
  std::optional<double>& product(Math math) { return products[static_cast<size_t>(math)]; }
  const std::optional<double>& product(Math math) const { return products[static_cast<size_t>(math)]; }
};

}  // namespace whet
