// C++ symbol names as people read them.
#pragma once

#include <string>
#include <string_view>

namespace whet {

// "_Z4gemmPKfPf" -> "gemm(float const*, float*)". A name that is not mangled comes back as it is.
std::string demangle(std::string_view name);

}  // namespace whet
