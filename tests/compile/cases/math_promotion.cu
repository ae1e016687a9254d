// pow with mixed arguments, which the host's <cmath> promotes to double; and plain calls in both namespaces.
#include <cmath>

__global__ void promote(float* f, double* d, int n, long long m) {
  d[0] = pow(f[0], 2);
  d[1] = std::pow(f[1], n);
  d[2] = pow(2, n);
  d[3] = pow(d[3], m);
  f[2] = pow(f[2], 2.0f);
  f[3] = std::sqrt(f[3]) + std::abs(f[3]) + abs(f[4]) + std::exp(f[5]);
  f[6] = fmin(f[6], f[7]) + std::fma(f[0], f[1], f[2]);
  f[8] = max(f[8], f[9]) + min(n, 3) + max(7u, 8u);
  f[10] = std::isnan(f[10]) ? 1.0f : (isinf(f[11]) ? 2.0f : 3.0f);
}
