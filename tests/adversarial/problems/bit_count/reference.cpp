extern "C" void reference(const double* in, double* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = __builtin_popcount(static_cast<uint32_t>(static_cast<int64_t>(in[i])));
}
