extern "C" void reference(const double* in, double* out, int64_t cols, int64_t rows) {
  for (int64_t r = 0; r < rows; ++r) {
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < cols; ++i) mean += in[r * cols + i] / cols;
    for (int64_t i = 0; i < cols; ++i) squares += (in[r * cols + i] - mean) * (in[r * cols + i] - mean);
    out[r] = squares / cols;
  }
}
