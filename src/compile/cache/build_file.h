// Serialises a build for a cache entry, and reads it back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compile/source/build.h"

namespace whet {

std::string write_build(const Build& build);
// Nothing for a damaged entry or another format.
std::optional<Build> read_build(std::string_view content);

}  // namespace whet
