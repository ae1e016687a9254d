// The upper limits of a GPU: memory bandwidth, arithmetic peaks, and the ratio between them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/gpu.h"
#include "hardware/math.h"

namespace whet {

// Published by the vendor or by others; measured on this very GPU, or modelled for this virtual one, by `whet
// calibrate`.
enum class RateOrigin { sourced, measured, modelled };
std::string_view name_of(RateOrigin origin);  // "measured"

// A rate with its source.
struct Rate {
  double per_second = 0;  // bytes, or operations (a fused multiply-add is two)
  std::string fact;       // name of the fact: "memory_bandwidth"
  std::string source;     // of that fact, or of the calibration
  RateOrigin origin = RateOrigin::sourced;
};

// A rate is absent where the sheet has no single number for it; nothing is inferred.
struct Ceilings {
  std::optional<Rate> dram;                              // the highest
  std::optional<Rate> dram_read, dram_write, dram_copy;  // of one kind of traffic; only measured
  std::optional<Rate> l2, shared;                        // only measured
  std::array<std::optional<Rate>, k_all_math.size()> peaks;
  std::array<std::optional<Rate>, k_all_math.size()> products;  // of large matrix products; only measured

  const std::optional<Rate>& peak(Math math) const { return peaks[static_cast<size_t>(math)]; }
  const std::optional<Rate>& product(Math math) const { return products[static_cast<size_t>(math)]; }
  // Machine balance of the roofline model: operations per byte of DRAM traffic at which memory and arithmetic take
  // equally long.
  //   67 TFLOP/s fp32, 4.8 TB/s  ->  14 operations per byte
  std::optional<double> balance(Math math) const;
};

// The measured rates where there are any, else those of the data sheet.
Ceilings ceilings(const Gpu& gpu);
// Of the data sheet alone: what no kernel can exceed.
Ceilings sheet_ceilings(const Gpu& gpu);

// The highest L2 bandwidth measured on this GPU, else on this product, in bytes per second; absent when nobody measured
// it.
std::optional<Rate> l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements);
std::optional<Rate> published_l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements);
// Shared memory of all SMs together: every bank, every clock of the boost clock.
std::optional<Rate> shared_rate(const Gpu& gpu);

}  // namespace whet
