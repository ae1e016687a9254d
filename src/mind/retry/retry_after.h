// The header `retry-after`: seconds, or a date.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace whet {

// "30", or "Sun, 06 Nov 1994 08:49:37 GMT" as the time from `now` until then, at least 0. Nothing for anything else.
std::optional<std::chrono::milliseconds> read_retry_after(std::string_view text, int64_t now_unix_seconds);

}  // namespace whet
