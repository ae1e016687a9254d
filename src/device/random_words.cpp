#include "device/random_words.h"

#include <algorithm>
#include <cstring>

#include "problem/data/data.h"

namespace whet {

namespace {

constexpr uint64_t k_least_period = 1 << 20;  // bytes; the period is below twice this

std::string random_words(uint64_t bytes, uint64_t seed) {
  std::string words((bytes + 7) / 8 * 8, '\0');
  for (uint64_t i = 0; i < words.size(); i += sizeof(uint64_t)) {
    const uint64_t word = random_bits(seed, i);
    std::memcpy(words.data() + i, &word, sizeof word);
  }
  words.resize(bytes);
  return words;
}

}  // namespace

Result<void> write_random_words(Device& device, uint64_t address, uint64_t bytes, uint64_t seed) {
  const uint64_t period = k_least_period + random_bits(seed, 1) % (k_least_period / 16) * 16;
  uint64_t done = std::min(bytes, period);
  TRY_VOID(device.write(address, random_words(done, seed)));
  while (done < bytes) {
    const uint64_t more = std::min(done, bytes - done);
    TRY_VOID(device.copy(address + done, address, more));
    done += more;
  }
  return {};
}

}  // namespace whet
