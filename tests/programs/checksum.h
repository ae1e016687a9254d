// One number for all bytes of a result, to compare machines by.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

template <typename T>
void print_checksum(const char* name, const std::vector<T>& values) {
  uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (size_t i = 0; i < values.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3ull;
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(hash));
}
