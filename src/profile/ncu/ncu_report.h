// Tables of Nsight Compute (ncu --csv) as profiles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "profile/ncu/launch.h"
#include "profile/ncu/ncu_names.h"
#include "profile/profile.h"

namespace whet {

// Larger files are refused; hundreds of launches with all metrics are a tenth of it.
inline constexpr uint64_t k_most_ncu_bytes = 128ull << 20;

// One profile for each profiled launch, in the order of the file; for each kernel in a summary. Takes the raw page, the
// details page, and tables of chosen metrics or summaries, as versions 2019 to 2025 write them. An error names the
// line.
Result<std::vector<Profile>> read_ncu_csv(std::string_view text, const std::string& file, const NcuNames& names);

// The same with keys, by which pages of one report are joined.
Result<std::vector<NcuLaunch>> read_ncu_launches(std::string_view text, const std::string& file, const NcuNames& names);

}  // namespace whet
