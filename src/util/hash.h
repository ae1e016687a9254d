// Digests of content: SHA-256 is the key of everything stored by content; a fast keyed digest detects changed bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace whet {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view content);

// Runs at about 5 GB/s per core. Without the key nobody can change bytes and keep the digest; nothing is stored under
// it. A GPU can digest the parts in parallel: the result is mixed from the sum of the parts' digests.
uint64_t quick_digest(std::string_view content, uint64_t key);

constexpr uint64_t k_digest_part_bytes = 1024;  // size of every part but the last
constexpr uint64_t k_digest_odd[4] = {0x9e3779b97f4a7c15ull, 0xc2b2ae3d27d4eb4full, 0x165667b19e3779f9ull,
                                      0xd6e8feb86659fd93ull};
uint64_t digest_of_part(std::string_view part, uint64_t number, uint64_t key);
uint64_t digest_of_sum(uint64_t sum, uint64_t bytes, uint64_t key);

}  // namespace whet
