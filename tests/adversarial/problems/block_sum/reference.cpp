#include <algorithm>

extern "C" void reference(const double* in, double* out, int64_t n) {
  for (int64_t b = 0; b * 256 < n; ++b) {
    out[b] = 0;
    for (int64_t i = b * 256; i < std::min(n, b * 256 + 256); ++i) out[b] += in[i];
  }
}
