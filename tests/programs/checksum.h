// A number that stands for an array's bytes, printed so that two GPUs can be compared.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

// FNV-1a over the bytes.
template <typename T>
uint64_t checksum(const std::vector<T>& values) {
  uint64_t hash = 0xcbf29ce484222325u;
  const auto* bytes = reinterpret_cast<const unsigned char*>(values.data());
  for (size_t i = 0; i < values.size() * sizeof(T); ++i) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

template <typename T>
void print_checksum(const char* what, const std::vector<T>& values) {
  std::printf("%s %016llx\n", what, static_cast<unsigned long long>(checksum(values)));
}
