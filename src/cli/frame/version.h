// The version of whet, from CMakeLists.txt.
#pragma once

namespace whet {

inline constexpr const char* k_version = WHET_VERSION;

}  // namespace whet
