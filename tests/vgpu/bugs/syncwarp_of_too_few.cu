// Each half waits for itself alone and reads what the other wrote.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float row[32];
  row[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffff);
  } else {
    __syncwarp(0xffff0000);
  }
  out[threadIdx.x] = row[threadIdx.x ^ 16];  // BUG shared_race
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float row[32];
  row[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) {
    __syncwarp(0x0000ffff);
  } else {
    __syncwarp(0xffff0000);
  }
  out[threadIdx.x] = row[threadIdx.x ^ 8];
}
// launch grid=1 block=32
