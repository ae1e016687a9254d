#include <cstdint>

extern "C" void reference(const double* a, const double* b, double* c, int64_t n) {
  for (int64_t row = 0; row < n; ++row) {
    double* sums = c + row * n;
    for (int64_t col = 0; col < n; ++col) sums[col] = 0;
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t col = 0; col < n; ++col) sums[col] += a[row * n + i] * b[i * n + col];
    }
  }
}
