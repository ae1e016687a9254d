extern "C" void reference(const double* in, double* bins, int64_t n) {
  for (int64_t i = 0; i < n; ++i) bins[static_cast<int64_t>(in[i])] += 1;
}
