// The upper limits of a GPU: memory bandwidth, arithmetic peaks, and the ratio between them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/gpu.h"

namespace whet {

// Kinds of arithmetic that have separate peaks. Tensor peaks are dense; the fact's note gives the accumulator type.
enum class Math { fp64, fp64_tensor, fp32, tf32_tensor, fp16_tensor, bf16_tensor, fp8_tensor, int8_tensor };
inline constexpr std::array k_all_math{Math::fp64,        Math::fp64_tensor, Math::fp32,       Math::tf32_tensor,
                                       Math::fp16_tensor, Math::bf16_tensor, Math::fp8_tensor, Math::int8_tensor};
std::string_view math_name(Math math);  // "fp16 tensor"

// A rate with its source.
struct Rate {
  double per_second = 0;  // bytes, or operations (a fused multiply-add is two)
  std::string fact;       // name of the fact: "memory_bandwidth"
  std::string source;     // of that fact
};

// A rate is absent where the sheet has no single number for it; nothing is inferred.
struct Ceilings {
  std::optional<Rate> dram;
  std::array<std::optional<Rate>, k_all_math.size()> peaks;

  const std::optional<Rate>& peak(Math math) const { return peaks[static_cast<size_t>(math)]; }
  // Machine balance of the roofline model: operations per byte of DRAM traffic at which memory and arithmetic take
  // equally long.
  //   67 TFLOP/s fp32, 4.8 TB/s  ->  14 operations per byte
  std::optional<double> balance(Math math) const;
};

Ceilings ceilings(const Gpu& gpu);

// The highest L2 bandwidth measured on this product, in bytes per second; absent when nobody measured it.
std::optional<Rate> l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements);

}  // namespace whet
