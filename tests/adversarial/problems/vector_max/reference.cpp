#include <algorithm>

extern "C" void reference(const double* in, double* out, int64_t n) {
  out[0] = *std::max_element(in, in + n);
}
