#include <cstdint>

extern "C" void reference(const double* a, const double* x, double* y, int64_t rows, int64_t cols) {
  for (int64_t row = 0; row < rows; ++row) {
    y[row] = 0;
    for (int64_t col = 0; col < cols; ++col) y[row] += a[row * cols + col] * x[col];
  }
}
