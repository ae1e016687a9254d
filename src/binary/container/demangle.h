// Readable C++ symbol names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace whet {

// "_Z4gemmPKfPf" -> "gemm(float const*, float*)". A name that would be too long is returned without its arguments:
// "cutlass::device_kernel<...>". A name that is not mangled is returned unchanged.
std::string demangle(std::string_view name);

// An upper bound of the length of the demangled name. Each back reference can double it, so 200 characters can expand
// to gigabytes.
uint64_t demangled_length_bound(std::string_view name);

}  // namespace whet
