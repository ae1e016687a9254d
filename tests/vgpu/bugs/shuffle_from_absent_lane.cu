extern "C" __global__ void buggy(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x < 16) x += __shfl_down_sync(0x0000ffff, x, 8);  // BUG wrong_mask
  out[threadIdx.x] = x;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x < 16) x += __shfl_down_sync(0x0000ffff, x, 8, 16);
  out[threadIdx.x] = x;
}
// launch grid=1 block=32
