extern "C" __global__ void buggy(float* out, const float*, int, const int* ints) {
  __shared__ int bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[ints[threadIdx.x] & 15] += 1;  // BUG shared_race
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}

extern "C" __global__ void fixed(float* out, const float*, int, const int* ints) {
  __shared__ int bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[ints[threadIdx.x] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}
// launch grid=1
