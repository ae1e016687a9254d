// What all fuzz targets share: the largest input they take, and how they say that a promise was broken.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "util/bytes.h"
#include "util/error.h"

namespace whet::fuzz {

constexpr size_t k_largest_input = 64 << 10;

inline ByteView as_view(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}

// A broken promise is a crash, which libFuzzer reports with the input that made it.
inline void require(bool promise) {
  if (!promise) std::abort();
}

// An error must say what is wrong, on one line, and blame the input.
inline void require_clear(const Error& error) {
  require(error.kind == ErrorKind::bad_input && !error.what.empty() && error.what.find('\n') == std::string::npos);
}

}  // namespace whet::fuzz
