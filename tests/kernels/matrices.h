// Matrix products in double, for references.
#pragma once

#include <vector>

namespace whet::kernels {

struct Product {
  size_t m, n, k;
  bool b_transposed = false;  // B is n x k
};

// A is m x k, the result m x n, all row-major.
inline std::vector<double> multiply(const std::vector<double>& a, const std::vector<double>& b, const Product& p) {
  std::vector<double> c(p.m * p.n);
  for (size_t row = 0; row < p.m; ++row) {
    for (size_t i = 0; i < p.k; ++i) {
      const double left = a[row * p.k + i];
      const double* right = p.b_transposed ? &b[i] : &b[i * p.n];
      const size_t step = p.b_transposed ? p.k : 1;
      for (size_t col = 0; col < p.n; ++col) c[row * p.n + col] += left * right[col * step];
    }
  }
  return c;
}

}  // namespace whet::kernels
