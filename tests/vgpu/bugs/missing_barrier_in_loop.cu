// The tile is filled anew while slower warps still read it.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  float sum = 0;
  for (int step = 0; step < 4; ++step) {
    tile[threadIdx.x] = in[step * 128 + threadIdx.x];  // BUG shared_race
    __syncthreads();
    for (int j = 0; j < 128; j += 32) sum += tile[(threadIdx.x + j) % 128];
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[128];
  float sum = 0;
  for (int step = 0; step < 4; ++step) {
    tile[threadIdx.x] = in[step * 128 + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < 128; j += 32) sum += tile[(threadIdx.x + j) % 128];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
// launch grid=1
