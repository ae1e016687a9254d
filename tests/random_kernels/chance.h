// Seeded random choices.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace whet::random_kernels {

// SplitMix64: the same numbers on every machine.
class Chance {
 public:
  explicit Chance(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<uint64_t>(limit)); }
  bool one_in(int count) { return below(count) == 0; }
  // The place of a weight, drawn by weight.
  int weighed(std::initializer_list<int> weights) {
    int sum = 0, at = 0;
    for (const int weight : weights) sum += weight;
    int drawn = below(sum);
    for (const int weight : weights) {
      if (drawn < weight) return at;
      drawn -= weight;
      ++at;
    }
    return at - 1;
  }

 private:
  uint64_t state_;
};

}  // namespace whet::random_kernels
