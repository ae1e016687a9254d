#include <cmath>
#include <cstdint>

extern "C" void reference(const double* in, const double* gain, double* out, int64_t rows, int64_t cols,
                          double epsilon) {
  for (int64_t r = 0; r < rows; ++r) {
    const double* row = in + r * cols;
    double squares = 0;
    for (int64_t c = 0; c < cols; ++c) squares += row[c] * row[c];
    const double scale = 1 / std::sqrt(squares / cols + epsilon);
    for (int64_t c = 0; c < cols; ++c) out[r * cols + c] = row[c] * scale * gain[c];
  }
}
