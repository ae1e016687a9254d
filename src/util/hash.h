// Digests of content: SHA-256 as whet's keys for anything stored by content, a fast one to see whether bytes changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace whet {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view content);

// Some 10 GB/s. Whoever does not know the key cannot change bytes and keep it; nothing stored goes by it.
uint64_t quick_digest(std::string_view content, uint64_t key);

}  // namespace whet
