// Harder data than the problem's own: what catches a kernel made for the data it was tried with.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "problem/resolve.h"

namespace whet {

enum class DataVariant : uint8_t { scaled, small, shifted, heavy_tailed, amplified_suffix, ramp, few_values, sorted };
inline constexpr std::array k_data_variants = {
    DataVariant::scaled,           DataVariant::small, DataVariant::shifted,    DataVariant::heavy_tailed,
    DataVariant::amplified_suffix, DataVariant::ramp,  DataVariant::few_values, DataVariant::sorted};

std::string_view name_of(DataVariant variant);         // "scaled"
std::string_view description_of(DataVariant variant);  // "all values 16 times as large"

// Whether the variant leaves the argument valid: an array that the problem fills with normal data takes any values, one
// with a range (indices, probabilities) other places of the same values alone.
bool applies(DataVariant variant, const ResolvedArgument& argument);

// The array's bytes changed by the variant; `seed` chooses what is random in it.
std::string varied(DataVariant variant, const ResolvedArgument& argument, uint64_t seed, const std::string& bytes);

}  // namespace whet
