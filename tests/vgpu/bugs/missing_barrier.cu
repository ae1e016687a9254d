extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[127 - threadIdx.x];  // BUG shared_race
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
// launch grid=1
