// Names of the virtual GPU's checks, as used by --check.
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"
#include "vgpu/check/check.h"

namespace whet {

// Parses "memory,race" or "all"; an empty text gives no checks. `place` is the place in errors.
Result<vgpu::CheckSet> parse_checks(std::string_view text, const std::string& place);

// "memory, race"
std::string names_of(const vgpu::CheckSet& checks);

}  // namespace whet
