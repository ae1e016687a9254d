#include "util/hash.h"

#include <openssl/sha.h>

#include <cstring>

namespace whet {

namespace {

constexpr uint64_t k_odd[4] = {0x9e3779b97f4a7c15ull, 0xc2b2ae3d27d4eb4full, 0x165667b19e3779f9ull,
                               0xd6e8feb86659fd93ull};

uint64_t mixed(uint64_t bits) {
  bits ^= bits >> 32;
  bits *= k_odd[3];
  bits ^= bits >> 29;
  bits *= k_odd[0];
  return bits ^ (bits >> 32);
}

uint64_t step(uint64_t lane, uint64_t word, uint64_t odd) {
  lane = (lane ^ word) * odd;
  return (lane << 31) | (lane >> 33);
}

}  // namespace

std::string sha256_hex(std::string_view content) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(content.data()), content.size(), digest);
  std::string hex;
  for (const unsigned char byte : digest) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

// Four lanes side by side, so that multiplications overlap.
uint64_t quick_digest(std::string_view content, uint64_t key) {
  uint64_t lanes[4], words[4];
  for (size_t i = 0; i < 4; ++i) lanes[i] = mixed(key + k_odd[i]);
  size_t at = 0;
  for (; at + sizeof words <= content.size(); at += sizeof words) {
    std::memcpy(words, content.data() + at, sizeof words);
    for (size_t i = 0; i < 4; ++i) lanes[i] = step(lanes[i], words[i], k_odd[i] + (key << 1));
  }
  std::memset(words, 0, sizeof words);
  std::memcpy(words, content.data() + at, content.size() - at);
  uint64_t digest = mixed(content.size() ^ key);
  for (size_t i = 0; i < 4; ++i) digest = mixed(digest ^ step(lanes[i], words[i], k_odd[i]));
  return digest;
}

}  // namespace whet
