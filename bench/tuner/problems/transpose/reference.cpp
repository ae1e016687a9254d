#include <cstdint>

extern "C" void reference(const double* in, double* out, int64_t rows, int64_t cols) {
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
  }
}
