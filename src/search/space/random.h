// Random numbers that are the same on every machine, unlike the distributions of the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace whet::search {

// SplitMix64, seeded by a list of numbers, so that "run 7, third question" gets its own stream.
class Random {
 public:
  explicit Random(std::initializer_list<uint64_t> seeds) {
    for (const uint64_t seed : seeds) {
      state_ ^= seed;
      state_ = next();
    }
  }

  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)
  size_t below(size_t count) {                                           // [0, count); count > 0
    return static_cast<size_t>(unit() * static_cast<double>(count));
  }
  bool chance(double probability) { return unit() < probability; }

  template <typename T>
  void shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  uint64_t state_ = 0x6a09e667f3bcc909ull;
};

}  // namespace whet::search
