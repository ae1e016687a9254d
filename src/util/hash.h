// SHA-256 of content, as whet's keys for anything stored by content.
#pragma once

#include <string>
#include <string_view>

namespace whet {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view content);

}  // namespace whet
