extern "C" __global__ void buggy(float* out, const float* in, int) {
  if (threadIdx.x >= 24) return;
  float x = in[threadIdx.x];
  x += __shfl_down_sync(0xffffffff, x, 8);  // BUG wrong_mask
  out[threadIdx.x] = x;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  float x = threadIdx.x < 24 ? in[threadIdx.x] : 0.f;
  x += __shfl_down_sync(0xffffffff, x, 8);
  if (threadIdx.x < 24) out[threadIdx.x] = x;
}
// launch grid=1 block=32
