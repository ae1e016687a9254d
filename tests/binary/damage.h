// Damages files in every way a test can afford: a reader must give a value or one clear error, and never crash.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

#include "util/bytes.h"
#include "util/error.h"

namespace whet::test {

// Reads the bytes; the error when it refuses them.
using Reader = std::function<std::optional<Error>(ByteView)>;

inline void expect_value_or_clear_error(const Reader& read, const std::string& bytes) {
  // A copy of exactly this size, so that a sanitizer sees the first byte read past it.
  const std::vector<std::byte> exact(as_bytes(bytes).begin(), as_bytes(bytes).end());
  const auto error = read(exact);
  if (!error) return;
  EXPECT_EQ(error->kind, ErrorKind::bad_input) << error->what;
  EXPECT_FALSE(error->what.empty());
  EXPECT_EQ(std::count(error->what.begin(), error->what.end(), '\n'), 0) << error->what;
}

inline void survive_truncation(const Reader& read, const std::string& file) {
  for (size_t length = 0; length < file.size(); ++length) expect_value_or_clear_error(read, file.substr(0, length));
}

inline void survive_bit_flips(const Reader& read, const std::string& file, int rounds = 20'000) {
  std::mt19937 random(1);
  for (int round = 0; round < rounds; ++round) {
    std::string damaged = file;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
      damaged[random() % damaged.size()] ^= static_cast<char>(1u << random() % 8);
    expect_value_or_clear_error(read, damaged);
  }
}

// Random bytes behind the first `kept` of the file, so that the reader gets past its first check.
inline void survive_random_bytes(const Reader& read, const std::string& file, size_t kept, int rounds = 2'000) {
  std::mt19937 random(2);
  for (int round = 0; round < rounds; ++round) {
    std::string damaged = file.substr(0, kept);
    for (size_t size = random() % 4096; size > 0; --size) damaged += static_cast<char>(random());
    expect_value_or_clear_error(read, damaged);
  }
}

}  // namespace whet::test
