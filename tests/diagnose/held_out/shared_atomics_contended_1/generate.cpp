// Four pixels in a word, each of them 0, 1, 2 or 3.
#include <cstdint>

void generate(uint64_t seed, double* pixels, int64_t words) {
  uint64_t state = seed * 0x9e3779b97f4a7c15ull + 1;
  for (int64_t i = 0; i < words; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    pixels[i] = static_cast<double>((state >> 32) & 0x03030303u);
  }
}
