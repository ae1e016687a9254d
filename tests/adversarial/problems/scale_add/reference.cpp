extern "C" void reference(const double* a, const double* b, double* out, int64_t n, double factor) {
  for (int64_t i = 0; i < n; ++i) out[i] = factor * a[i] + b[i];
}
