extern "C" void reference(const double* in, const double* weight, double* out, int64_t cols, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    out[r] = 0;
    for (int64_t i = 0; i < cols; ++i) out[r] += in[r * cols + i] * weight[i];
  }
}
