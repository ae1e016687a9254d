#include <cmath>

extern "C" void reference(const double* in, double* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = std::signbit(in[i]) ? 1 : 0;
}
