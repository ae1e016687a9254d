#include <algorithm>
#include <cmath>

extern "C" void reference(const double* in, double* out, int64_t cols, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    const double* row = in + r * cols;
    const double most = *std::max_element(row, row + cols);
    double sum = 0;
    for (int64_t i = 0; i < cols; ++i) sum += std::exp(row[i] - most);
    for (int64_t i = 0; i < cols; ++i) out[r * cols + i] = std::exp(row[i] - most) / sum;
  }
}
