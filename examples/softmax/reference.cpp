#include <algorithm>
#include <cmath>
#include <cstdint>

extern "C" void reference(const double* in, double* out, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const double* from = in + r * cols;
    const double high = *std::max_element(from, from + cols);
    double sum = 0;
    for (int64_t c = 0; c < cols; ++c) sum += std::exp(from[c] - high);
    for (int64_t c = 0; c < cols; ++c) out[r * cols + c] = std::exp(from[c] - high) / sum;
  }
}
