extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x % 2 == 0) {
    __syncthreads();  // BUG barrier_divergence
    out[threadIdx.x] = in[threadIdx.x];
  } else {
    out[threadIdx.x] = tile[threadIdx.x];
    __syncthreads();
  }
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float tile[128];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x % 2 == 0) {
    out[threadIdx.x] = in[threadIdx.x];
  } else {
    out[threadIdx.x] = tile[threadIdx.x];
  }
}
// launch grid=1
