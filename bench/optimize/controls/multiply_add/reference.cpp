#include <cstdint>

extern "C" void reference(const double* in, double* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    double value = in[i];
    for (int step = 0; step < 1024; ++step) value = value * 0.9990234375 + 0.0009765625;
    out[i] = value;
  }
}
