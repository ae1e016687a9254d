#include <cstdint>

extern "C" void reference(const double* a, const double* b, double* c, int64_t m, int64_t n, int64_t k) {
  for (int64_t row = 0; row < m; ++row) {
    for (int64_t col = 0; col < n; ++col) {
      double sum = 0;
      for (int64_t i = 0; i < k; ++i) sum += a[row * k + i] * b[col * k + i];
      c[row * n + col] = sum;
    }
  }
}
