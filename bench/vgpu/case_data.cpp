// Contents of arguments, the same on every machine.
#include <cstring>

#include "vgpu/time_cases.h"

namespace whet::bench {

namespace {

using Kind = TimeArgument::Kind;

template <typename T, typename Value>
std::string filled(uint64_t count, const Value& value) {
  std::string bytes(count * sizeof(T), '\0');
  uint64_t state = 0x9e3779b97f4a7c15;
  for (uint64_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    const T v = value(state >> 33, i);
    std::memcpy(bytes.data() + i * sizeof(T), &v, sizeof(T));
  }
  return bytes;
}

template <typename T>
std::string bytes_of(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

// Most rows have up to twice the mean, one in 64 has sixteen times as many elements as it would have.
uint64_t row_length(uint64_t row, uint64_t mean) {
  const uint64_t mixed = (row + 1) * 0x9e3779b97f4a7c15 >> 32;
  const uint64_t length = mixed % (2 * mean);
  return mixed >> 20 & 63 ? length : length * 16;
}

std::string starts_of(uint64_t count, uint64_t mean) {
  std::string bytes(count * sizeof(int32_t), '\0');
  int32_t at = 0;
  for (uint64_t row = 0; row < count; ++row) {
    std::memcpy(bytes.data() + row * sizeof at, &at, sizeof at);
    at += static_cast<int32_t>(row_length(row, mean));
  }
  return bytes;
}

// About as many spaces as text has.
uint8_t letter(uint64_t random) {
  constexpr std::string_view k_letters = "etaoin shrdlu ETAOINcmfwypvbgkjqxz    .,0123456789 SHRDLUCMFWYPV";
  return static_cast<uint8_t>(k_letters[random % k_letters.size()]);
}

}  // namespace

bool is_buffer(const TimeArgument& argument) {
  return argument.kind != Kind::i32 && argument.kind != Kind::f32;
}

uint64_t sparse_elements(uint64_t rows, uint64_t mean) {
  uint64_t sum = 0;
  for (uint64_t row = 0; row < rows; ++row) sum += row_length(row, mean);
  return sum;
}

std::string content_of(const TimeArgument& argument) {
  const uint64_t n = argument.count;
  const auto value = static_cast<uint64_t>(argument.value);
  switch (argument.kind) {
    case Kind::floats:
      return filled<float>(n, [](uint64_t random, uint64_t) { return static_cast<float>(random) * 0x1p-30f - 1; });
    case Kind::doubles:
      return filled<double>(n, [](uint64_t random, uint64_t) { return static_cast<double>(random) * 0x1p-30 - 1; });
    case Kind::halves:
      return filled<uint16_t>(n, [](uint64_t random, uint64_t) {
        return static_cast<uint16_t>(0x3400 | (random & 0x3ff) | (random >> 20 & 1) << 15);
      });
    case Kind::indices:
      return filled<int32_t>(n, [&](uint64_t random, uint64_t) { return static_cast<int32_t>(random % value); });
    case Kind::ring:
      return filled<int32_t>(n, [&](uint64_t, uint64_t i) { return static_cast<int32_t>((i + value) % n); });
    case Kind::sorted:
      return filled<int32_t>(n, [&](uint64_t, uint64_t i) { return static_cast<int32_t>(i * value); });
    case Kind::starts:
      return starts_of(n, value);
    case Kind::words:
      return filled<uint32_t>(n, [](uint64_t random, uint64_t i) { return static_cast<uint32_t>(random << 1 ^ i); });
    case Kind::letters:
      return filled<uint8_t>(n, [](uint64_t random, uint64_t) { return letter(random); });
    case Kind::zeros:
      return std::string(n * 4, '\0');
    case Kind::i32:
      return bytes_of(static_cast<int32_t>(argument.value));
    case Kind::f32:
      return bytes_of(static_cast<float>(argument.value));
  }
  return {};
}

}  // namespace whet::bench
