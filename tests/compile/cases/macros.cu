// Constants of the host's headers, some of which nvcc gives without any #include.
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <limits>

constexpr float kNone = -INFINITY;

__global__ void extremes(float* f, double* d, int* i, uint64_t* u, int64_t* s) {
  f[0] = INFINITY;
  f[1] = NAN;
  f[2] = FLT_MAX;
  f[3] = fmaxf(f[4], kNone);
  f[5] = FLT_EPSILON + FLT_MIN;
  d[0] = M_PI * M_SQRT2;
  d[1] = DBL_MAX;
  d[2] = HUGE_VAL;
  i[0] = INT_MAX;
  i[1] = INT_MIN;
  i[2] = CHAR_BIT;
  u[0] = UINT64_MAX;
  u[1] = SIZE_MAX;
  s[0] = INT64_MIN;
}
