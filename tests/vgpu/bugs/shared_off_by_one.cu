extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  tile[threadIdx.x + 1] = in[threadIdx.x];  // BUG out_of_bounds
  __syncthreads();
  if (threadIdx.x > 0) out[threadIdx.x] = tile[threadIdx.x];
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[129];
  tile[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x > 0) out[threadIdx.x] = tile[threadIdx.x];
}
// launch grid=1
