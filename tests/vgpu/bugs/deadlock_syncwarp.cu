// The halves wait for each other at two places.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x < 16) {
    x += 1;
    __syncwarp(0xffffffff);  // BUG deadlock
    x *= in[3];
  } else {
    x -= 1;
    __syncwarp(0xffffffff);  // BUG deadlock
    x *= in[5];
  }
  out[threadIdx.x] = x;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  x += threadIdx.x < 16 ? 1 : -1;
  __syncwarp(0xffffffff);
  x *= in[threadIdx.x < 16 ? 3 : 5];
  out[threadIdx.x] = x;
}
// launch grid=1 block=32
