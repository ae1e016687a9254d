#include <cmath>
#include <cstdint>

extern "C" void reference(const double* bodies, double* pull, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    double sum[3] = {};
    for (int64_t j = 0; j < n; ++j) {
      double square = 1, apart[3];
      for (int64_t c = 0; c < 3; ++c) {
        apart[c] = bodies[4 * j + c] - bodies[4 * i + c];
        square += apart[c] * apart[c];
      }
      for (int64_t c = 0; c < 3; ++c) sum[c] += apart[c] * bodies[4 * j + 3] / (square * std::sqrt(square));
    }
    for (int64_t c = 0; c < 3; ++c) pull[3 * i + c] = sum[c];
  }
}
