extern "C" __global__ void buggy(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  x += __shfl_xor_sync(0x0000ffff, x, 1);  // BUG wrong_mask
  out[threadIdx.x] = x;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  x += __shfl_xor_sync(0xffffffff, x, 1);
  out[threadIdx.x] = x;
}
// launch grid=1 block=32
