// The element types of a problem's arguments, and their values as doubles.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

enum class ElementType : uint8_t { f16, bf16, f32, f64, e4m3, e5m2, i8, u8, i16, u16, i32, u32, i64, u64, boolean };

std::optional<ElementType> parse_element_type(std::string_view name);
std::string_view name_of(ElementType type);  // "f32", "bool"
std::vector<std::string> element_type_names();
uint64_t bytes_of(ElementType type);
bool is_floating(ElementType type);
bool is_signed(ElementType type);
// The largest finite value, and the lowest one.
double largest(ElementType type);
double lowest(ElementType type);

// Rounds to the nearest element, ties to even. Finite values beyond the largest become infinity, or in e4m3 and e5m2
// the largest finite value, as in the GPU's conversions; e4m3 has no infinity. Integers saturate, and NaN becomes 0.
void encode_element(ElementType type, double value, char* bytes);
double decode_element(ElementType type, const char* bytes);

// Exact except for 64-bit integers beyond 2^53. Bytes after the last whole element are ignored.
std::vector<double> decode_elements(ElementType type, std::string_view bytes);
std::string encode_elements(ElementType type, std::span<const double> values);

}  // namespace whet
