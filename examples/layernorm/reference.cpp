#include <cmath>
#include <cstdint>

extern "C" void reference(const double* in, const double* gain, const double* bias, double* out, int64_t cols,
                          double epsilon, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    const double* row = in + r * cols;
    double mean = 0, variance = 0;
    for (int64_t c = 0; c < cols; ++c) mean += row[c] / cols;
    for (int64_t c = 0; c < cols; ++c) variance += (row[c] - mean) * (row[c] - mean) / cols;
    const double scale = 1 / std::sqrt(variance + epsilon);
    for (int64_t c = 0; c < cols; ++c) out[r * cols + c] = (row[c] - mean) * scale * gain[c] + bias[c];
  }
}
