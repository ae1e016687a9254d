// The sum is read while others still add to it.
extern "C" __global__ void buggy(float* out, const float* in, int) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  out[threadIdx.x] = sum;  // BUG shared_race
}

extern "C" __global__ void fixed(float* out, const float* in, int) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = sum;
}
// launch grid=1
