extern "C" __global__ void buggy(float* out, const float*, int, const int* ints) {
  __shared__ int bins[64];
  atomicAdd(&bins[ints[threadIdx.x] & 63], 1);  // BUG uninitialised
  __syncthreads();
  if (threadIdx.x == 0) out[0] = bins[ints[0] & 63];
}

extern "C" __global__ void fixed(float* out, const float*, int, const int* ints) {
  __shared__ int bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[ints[threadIdx.x] & 63], 1);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = bins[ints[0] & 63];
}
// launch grid=1
