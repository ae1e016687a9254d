// Units as Nsight Compute writes them, in the words of its versions from 2019 on: "Kbyte/block", "cycle/nsecond", "us".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace whet {

// What a metric counts. Values are kept in these base units.
enum class NcuQuantity : uint8_t { number, percent, bytes, bytes_per_second, nanoseconds, hertz, per_second };
inline constexpr int k_ncu_quantities = 7;
const char* name_of(NcuQuantity quantity);

struct NcuUnit {
  NcuQuantity quantity = NcuQuantity::number;
  double factor = 1;  // from this unit to the base unit
};

// Nothing for a unit that is not known. Kilo is 1000, as it is there: 65536 bytes are 65.54 Kbyte.
//   "Kbyte/block" -> bytes, 1e3     "cycle/nsecond" -> hertz, 1e9     "" -> number, 1
std::optional<NcuUnit> parse_ncu_unit(std::string_view text);

}  // namespace whet
