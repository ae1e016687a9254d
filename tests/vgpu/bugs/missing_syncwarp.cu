extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float row[32];
  row[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = row[threadIdx.x ^ 1];  // BUG shared_race
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float row[32];
  row[threadIdx.x] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = row[threadIdx.x ^ 1];
}
// launch grid=1 block=32
