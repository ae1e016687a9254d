// A bounds-checked little-endian view of bytes: the only way whet's parsers touch foreign data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace whet {

using ByteView = std::span<const std::byte>;

// The `T` at `offset`, or nothing when it does not fit. Hosts are little-endian, like the formats read here.
template <typename T>
std::optional<T> read_at(ByteView bytes, uint64_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// `size` bytes at `offset`, or nothing when they do not fit.
inline std::optional<ByteView> slice(ByteView bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || bytes.size() - offset < size) return std::nullopt;
  return bytes.subspan(offset, size);
}

// The NUL-terminated text at `offset`, cut at the end of the view.
inline std::string_view text_at(ByteView bytes, uint64_t offset) {
  if (offset >= bytes.size()) return {};
  const char* begin = reinterpret_cast<const char*>(bytes.data() + offset);
  return {begin, strnlen(begin, bytes.size() - offset)};
}

inline ByteView as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

inline std::string_view as_text(ByteView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace whet
