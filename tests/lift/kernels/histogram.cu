// MEANING forall i < n: bins[data[i]] += 1
extern "C" __global__ void global_memory(const int* data, int* bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&bins[data[i]], 1);
}
extern "C" __global__ void strided_loop(const int* data, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(bins + data[i], 1);
}
extern "C" __global__ void in_shared(const int* data, int* bins, int n) {
  __shared__ int own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[data[i]], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
extern "C" __global__ void in_shared_one_each(const int* data, int* bins, int n) {
  __shared__ int own[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  if (t < 256) own[t] = 0;
  __syncthreads();
  if (i < n) atomicAdd(&own[data[i]], 1);
  __syncthreads();
  if (t < 256) atomicAdd(&bins[t], own[t]);
}
// SAME 1: one more element of shared memory is set to zero
extern "C" __global__ void many_bins(const int* data, int* bins, int n, int m) {
  extern __shared__ int own[];
  for (int b = threadIdx.x; b < m; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&own[data[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < m; b += blockDim.x) atomicAdd(&bins[b], own[b]);
}
