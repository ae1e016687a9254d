#include <cmath>
#include <cstdint>

extern "C" void reference(const double* bodies, double* accelerations, int64_t n, double softening) {
  for (int64_t i = 0; i < n; ++i) {
    double* sum = accelerations + 4 * i;
    for (int c = 0; c < 4; ++c) sum[c] = 0;
    for (int64_t j = 0; j < n; ++j) {
      double d[3], square = softening;
      for (int c = 0; c < 3; ++c) d[c] = bodies[4 * j + c] - bodies[4 * i + c], square += d[c] * d[c];
      const double pull = bodies[4 * j + 3] / (square * std::sqrt(square));
      for (int c = 0; c < 3; ++c) sum[c] += d[c] * pull;
    }
  }
}
