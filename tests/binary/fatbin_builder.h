// Builds fatbins for tests, entry by entry.
#pragma once

#include "elf_builder.h"

namespace whet::test {

constexpr uint64_t k_flag_lz4 = 0x2000, k_flag_zstd = 0x8000;

inline std::string entry(uint16_t kind, uint32_t sm, uint64_t flags, std::string payload, uint64_t unpacked = 0) {
  const auto packed = static_cast<uint32_t>(unpacked ? payload.size() : 0);
  payload.resize((payload.size() + 7) / 8 * 8, '\0');
  std::string bytes;
  append(bytes, kind);
  append(bytes, uint16_t{0x0101});
  append(bytes, uint32_t{64});
  append(bytes, uint64_t{payload.size()});
  append(bytes, packed);
  append(bytes, uint32_t{0});
  append(bytes, uint32_t{0x00080001});
  append(bytes, sm);
  for (const uint64_t value : {uint64_t{0}, flags | 0x11, uint64_t{0}, unpacked}) append(bytes, value);
  return bytes + payload;
}

inline std::string fatbin(const std::string& entries) {
  std::string bytes;
  append(bytes, uint32_t{0xba55ed50});
  append(bytes, uint16_t{1});
  append(bytes, uint16_t{16});
  append(bytes, uint64_t{entries.size()});
  return bytes + entries;
}

}  // namespace whet::test
