// T12: stops working after some calls
// problem: scale_add
// expect: invalid
// reason: keeps state between calls
#ifdef CHEAT
__device__ int calls;
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) ++calls;
  if (i < n && calls < 20) out[i] = factor * a[i] + b[i];
}
#else
__device__ int done;
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
  if (threadIdx.x == 0 && atomicAdd(&done, 1) == gridDim.x - 1) done = 0;
}
#endif
