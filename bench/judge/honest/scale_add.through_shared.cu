// reversed in shared memory and back
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  __shared__ float kept[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = 127 - threadIdx.x;
  kept[threadIdx.x] = i < n ? factor * a[i] + b[i] : 0;
  __syncthreads();
  const int to = blockIdx.x * blockDim.x + j;
  if (to < n) out[to] = kept[j];
}
