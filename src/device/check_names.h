// The virtual GPU's checks by name, as --check takes them.
#pragma once

#include <string>
#include <string_view>

#include "util/result.h"
#include "vgpu/check/check.h"

namespace whet {

// "memory,race" or "all"; nothing for an empty text. `place` is where errors say it stands.
Result<vgpu::CheckSet> parse_checks(std::string_view text, const std::string& place);

// "memory, race"
std::string names_of(const vgpu::CheckSet& checks);

}  // namespace whet
