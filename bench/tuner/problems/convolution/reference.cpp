#include <cstdint>

extern "C" void reference(const double* in, const double* filter, double* out, int64_t width, int64_t height) {
  constexpr int64_t k_filter = 7;
  for (int64_t y = 0; y < height; ++y) {
    for (int64_t x = 0; x < width; ++x) {
      double sum = 0;
      for (int64_t i = 0; i < k_filter; ++i) {
        for (int64_t j = 0; j < k_filter; ++j)
          sum += filter[i * k_filter + j] * in[(y + i) * (width + k_filter - 1) + x + j];
      }
      out[y * width + x] = sum;
    }
  }
}
