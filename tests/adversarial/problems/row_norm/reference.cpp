#include <cmath>

extern "C" void reference(const double* in, const double* gain, double* out, int64_t cols, double epsilon,
                          int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    const double* row = in + r * cols;
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < cols; ++i) mean += row[i] / static_cast<double>(cols);
    for (int64_t i = 0; i < cols; ++i) squares += (row[i] - mean) * (row[i] - mean);
    for (int64_t i = 0; i < cols; ++i)
      out[r * cols + i] = (row[i] - mean) / std::sqrt(squares / static_cast<double>(cols) + epsilon) * gain[i];
  }
}
