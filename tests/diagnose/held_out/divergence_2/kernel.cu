// Kepler's equation for a catalogue of orbits: bisection until the anomaly is as exact as the record demands.
//
// Wrong:  records of a survey follow in no order, and the tolerance (so the number of steps, 4 to 96) differs from lane
//         to lane. A warp runs as long as its slowest lane.
// Rules:  two thirds of all lanes are idle on average.
// Mend:   sort or bin records by tolerance, so that the lanes of a warp end together.

__global__ void kepler(const float* __restrict__ mean_anomaly, const float* __restrict__ eccentricity,
                       const int* __restrict__ steps, float* __restrict__ anomaly, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float m = mean_anomaly[i], e = eccentricity[i];
  float lo = m - e, hi = m + e;
  int bits = steps[i] & 3;
  int count = bits == 0 ? 96 : bits * 4;
  for (int s = 0; s < count; ++s) {
    float mid = 0.5f * (lo + hi);
    bool below = mid - e * __sinf(mid) < m;
    lo = below ? mid : lo;
    hi = below ? hi : mid;
  }
  anomaly[i] = 0.5f * (lo + hi);
}
