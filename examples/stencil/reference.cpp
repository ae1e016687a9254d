#include <cstdint>

extern "C" void reference(const double* in, double* out, int64_t nx, int64_t ny, int64_t nz) {
  const int64_t plane = nx * ny;
  for (int64_t z = 0; z < nz; ++z) {
    for (int64_t y = 0; y < ny; ++y) {
      for (int64_t x = 0; x < nx; ++x) {
        const int64_t i = z * plane + y * nx + x;
        const bool border = x == 0 || y == 0 || z == 0 || x == nx - 1 || y == ny - 1 || z == nz - 1;
        out[i] = border ? 0
                        : in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - plane] + in[i + plane] - 6 * in[i];
      }
    }
  }
}
