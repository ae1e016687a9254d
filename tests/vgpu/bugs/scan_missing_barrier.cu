// Hillis and Steele: every thread must have read before any writes.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float sums[128];
  const int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    const float add = i >= step ? sums[i - step] : 0.f;
    sums[i] += add;  // BUG shared_race
    __syncthreads();
  }
  out[i] = sums[i];
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float sums[128];
  const int i = threadIdx.x;
  sums[i] = in[i];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    const float add = i >= step ? sums[i - step] : 0.f;
    __syncthreads();
    sums[i] += add;
    __syncthreads();
  }
  out[i] = sums[i];
}
// launch grid=1
