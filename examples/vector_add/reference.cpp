#include <cstdint>

extern "C" void reference(const double* a, const double* b, double* c, int64_t n) {
  for (int64_t i = 0; i < n; ++i) c[i] = a[i] + b[i];
}
