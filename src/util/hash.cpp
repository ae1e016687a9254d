#include "util/hash.h"

#include <openssl/sha.h>

#include <cstring>

namespace whet {

namespace {

uint64_t mixed(uint64_t bits) {
  bits ^= bits >> 32;
  bits *= k_digest_odd[3];
  bits ^= bits >> 29;
  bits *= k_digest_odd[0];
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

// Four independent lanes let the multiplications overlap.
uint64_t digest_of_part(std::string_view part, uint64_t number, uint64_t key) {
  const uint64_t own = key + number * k_digest_odd[2];
  uint64_t lanes[4], words[4];
  for (size_t i = 0; i < 4; ++i) lanes[i] = mixed(own + k_digest_odd[i]);
  size_t at = 0;
  for (; at + sizeof words <= part.size(); at += sizeof words) {
    std::memcpy(words, part.data() + at, sizeof words);
    for (size_t i = 0; i < 4; ++i) lanes[i] = step(lanes[i], words[i], k_digest_odd[i] + (key << 1));
  }
  if (at < part.size()) {
    std::memset(words, 0, sizeof words);
    std::memcpy(words, part.data() + at, part.size() - at);
    for (size_t i = 0; i < 4; ++i) lanes[i] = step(lanes[i], words[i], k_digest_odd[i]);
  }
  uint64_t digest = mixed(own);
  for (const uint64_t lane : lanes) digest = mixed(digest ^ lane);
  return digest;
}

uint64_t digest_of_sum(uint64_t sum, uint64_t bytes, uint64_t key) {
  return mixed(sum ^ mixed(bytes ^ key));
}

uint64_t quick_digest(std::string_view content, uint64_t key) {
  uint64_t sum = 0;
  for (uint64_t number = 0; number * k_digest_part_bytes < content.size(); ++number)
    sum += digest_of_part(content.substr(number * k_digest_part_bytes, k_digest_part_bytes), number, key);
  return digest_of_sum(sum, content.size(), key);
}

}  // namespace whet
