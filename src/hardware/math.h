// Kinds of arithmetic that have separate peaks. Tensor peaks are dense.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace whet {

enum class Math { fp64, fp64_tensor, fp32, tf32_tensor, fp16_tensor, bf16_tensor, fp8_tensor, int8_tensor };
inline constexpr std::array k_all_math{Math::fp64,        Math::fp64_tensor, Math::fp32,       Math::tf32_tensor,
                                       Math::fp16_tensor, Math::bf16_tensor, Math::fp8_tensor, Math::int8_tensor};
std::string_view math_name(Math math);  // "fp16 tensor"

}  // namespace whet
