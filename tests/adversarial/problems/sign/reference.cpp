extern "C" void reference(const double* in, double* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = (in[i] > 0) - (in[i] < 0);
}
