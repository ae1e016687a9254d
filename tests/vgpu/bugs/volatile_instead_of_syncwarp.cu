// What was done before lanes could run apart.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float sums[64];
  const int lane = threadIdx.x;
  sums[lane] = in[lane];
  sums[lane + 32] = in[lane + 32];
  __syncwarp();
  volatile float* s = sums;
  float sum = s[lane];
  s[lane] = sum = sum + s[lane + 16];  // BUG shared_race
  s[lane] = sum = sum + s[lane + 8];   // BUG shared_race
  if (lane == 0) out[0] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float sums[64];
  const int lane = threadIdx.x;
  sums[lane] = in[lane];
  sums[lane + 32] = in[lane + 32];
  __syncwarp();
  float sum = sums[lane];
  sum += sums[lane + 16];
  __syncwarp();
  sums[lane] = sum;
  __syncwarp();
  sum += sums[lane + 8];
  if (lane == 0) out[0] = sum;
}
// launch grid=1 block=32
