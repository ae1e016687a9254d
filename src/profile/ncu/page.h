// The two kinds of tables, each read into launches.
#pragma once

#include "profile/ncu/launch.h"

namespace whet {

// A file with more numbers than this is refused: its launches would not fit into memory.
inline constexpr size_t k_most_ncu_values = 2'000'000;

// How the numbers of the table are written.
Result<DecimalMark> decimal_mark(const NcuTable& table, const std::string& file);

// --page raw
Result<std::vector<NcuLaunch>> read_wide_page(const NcuTable& table, const NcuReading& reading);
// --page details, --metrics, --print-summary
Result<std::vector<NcuLaunch>> read_long_page(const NcuTable& table, const NcuReading& reading);

}  // namespace whet
