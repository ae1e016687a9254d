// What a GPU can do at best: memory bandwidth, arithmetic peaks, and the balance between them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/gpu.h"

namespace whet {

// Kinds of arithmetic with a peak of their own. Tensor peaks are dense; the fact's note says how they accumulate.
enum class Math { fp64, fp64_tensor, fp32, tf32_tensor, fp16_tensor, bf16_tensor, fp8_tensor, int8_tensor };
inline constexpr std::array k_all_math{Math::fp64,        Math::fp64_tensor, Math::fp32,       Math::tf32_tensor,
                                       Math::fp16_tensor, Math::bf16_tensor, Math::fp8_tensor, Math::int8_tensor};
std::string_view math_name(Math math);  // "fp16 tensor"

// A sourced rate.
struct Rate {
  double per_second = 0;  // bytes, or operations (a fused multiply-add is two)
  std::string fact;       // the fact it is taken from, "memory_bandwidth"
  std::string source;     // of that fact
};

// Absent where the sheet has no one number: nothing is inferred.
struct Ceilings {
  std::optional<Rate> dram;
  std::array<std::optional<Rate>, k_all_math.size()> peaks;

  const std::optional<Rate>& peak(Math math) const { return peaks[static_cast<size_t>(math)]; }
  // Operations a byte of DRAM traffic at which memory and arithmetic take equally long.
  std::optional<double> balance(Math math) const;
};

Ceilings ceilings(const Gpu& gpu);

// The fastest L2 anybody measured on this product, in bytes a second; nothing when nobody did.
std::optional<Rate> l2_rate(const Gpu& gpu, const std::vector<Measurement>& measurements);

}  // namespace whet
