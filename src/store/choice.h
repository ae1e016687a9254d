// Enumerations are stored by name, so that a file can be read without whet.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace whet::store {

// The enumerator whose name is `name`; `names` has one entry per enumerator, in order.
template <typename Enum, size_t N>
std::optional<Enum> choice_of(const std::array<std::string_view, N>& names, std::string_view name) {
  for (size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace whet::store
