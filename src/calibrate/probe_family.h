// The probes by what they measure; see probe.h.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "calibrate/probe.h"

namespace whet {

std::vector<CeilingProbe> memory_probes();
std::vector<CeilingProbe> arithmetic_probes();
std::vector<CeilingProbe> atomic_probes();
std::vector<CeilingProbe> latency_probes();
std::vector<CeilingProbe> barrier_probes(const Architecture& architecture);
// Also says what the architecture does not have.
void add_tensor_probes(const Architecture& architecture, ProbeSet& set);

// Blocks or passes of a launch: few where the result is checked.
template <typename T>
T sized(ProbeSize size, T check, T full) {
  return size == ProbeSize::check ? check : size == ProbeSize::part ? full / 2 : full;
}

template <typename T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <typename T>
std::vector<T> values_of(std::string_view bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

inline ProbeArray holding(std::string bytes) {
  const uint64_t size = bytes.size();
  return {size, [bytes = std::move(bytes)](uint64_t) { return std::vector<ProbePatch>{{0, bytes}}; }};
}

}  // namespace whet
