// The halves wait for each other by different names: on a GPU too, a barrier of a warp opens for those who give the same
// mask. Where they stand does not matter.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x < 16) {
    x += 1;
    __syncwarp(0xffffffff);  // BUG deadlock
    x *= in[3];
  } else {
    x -= 1;
    __syncwarp(0xffff0001);  // BUG deadlock
    x *= in[5];
  }
  out[threadIdx.x] = x;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  float x = in[threadIdx.x];
  if (threadIdx.x < 16) {
    x += 1;
    __syncwarp(0xffffffff);
    x *= in[3];
  } else {
    x -= 1;
    __syncwarp(0xffffffff);
    x *= in[5];
  }
  out[threadIdx.x] = x;
}
// launch grid=1 block=32
