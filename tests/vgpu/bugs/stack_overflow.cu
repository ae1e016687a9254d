__device__ __noinline__ float depth(const float* in, int n) {
  float window[16];
  for (int j = 0; j < 16; ++j) window[j] = in[j];
  if (n == 0) return window[0];
  return window[n & 15] + depth(in, n - 1) * 2;  // BUG stack_overflow
}

extern "C" __global__ void buggy(float* out, const float* in, int n) {
  out[threadIdx.x] = depth(in, n * 100);
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  out[threadIdx.x] = depth(in, 5);
}
// launch grid=1 block=32
