#include <cstdint>

extern "C" void reference(const double* in, double* out, int64_t nx, int64_t ny, int64_t nz) {
  const auto at = [&](int64_t x, int64_t y, int64_t z) {
    return x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz ? in[(z * ny + y) * nx + x] : 0.0;
  };
  for (int64_t z = 0; z < nz; ++z) {
    for (int64_t y = 0; y < ny; ++y) {
      for (int64_t x = 0; x < nx; ++x) {
        const double around = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z);
        out[(z * ny + y) * nx + x] = 0.4 * at(x, y, z) + 0.1 * (around + at(x, y, z - 1) + at(x, y, z + 1));
      }
    }
  }
}
