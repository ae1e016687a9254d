// C++ symbol names as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace whet {

// "_Z4gemmPKfPf" -> "gemm(float const*, float*)". A name too long to spell out comes back without its arguments:
// "cutlass::device_kernel<...>". A name that is not mangled comes back as it is.
std::string demangle(std::string_view name);

// An upper bound of the length of the demangled name. Back references can double it again and again: 200 characters
// are enough to ask for gigabytes.
uint64_t demangled_length_bound(std::string_view name);

}  // namespace whet
