#include <cstdint>

extern "C" void reference(const double* a, const double* b, double* c, int64_t m, int64_t n, int64_t k) {
  for (int64_t row = 0; row < m; ++row) {
    double* sums = c + row * n;
    for (int64_t col = 0; col < n; ++col) sums[col] = 0;
    for (int64_t i = 0; i < k; ++i) {
      for (int64_t col = 0; col < n; ++col) sums[col] += a[row * k + i] * b[i * n + col];
    }
  }
}
