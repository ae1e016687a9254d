// Sums and maxima of a block by warp shuffles.

template <typename T>
__device__ T warp_sum(T value) {
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_xor_sync(0xffffffffu, value, offset);
  return value;
}

template <typename T>
__device__ T block_sum(T value) {
  __shared__ T partial[32];
  const int lane = threadIdx.x & 31;
  const int warp = threadIdx.x >> 5;
  value = warp_sum(value);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  value = lane < (blockDim.x + 31) / 32 ? partial[lane] : T(0);
  return warp_sum(value);
}

__global__ void sum_float(const float* in, float* out, int n) {
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void sum_double(const double* in, double* out, int n) {
  double sum = 0.0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

__global__ void max_of_warp(const float* in, float* out) {
  float value = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int offset = 16; offset > 0; offset >>= 1) value = fmaxf(value, __shfl_down_sync(0xffffffffu, value, offset));
  if ((threadIdx.x & 31) == 0) out[(blockIdx.x * blockDim.x + threadIdx.x) >> 5] = value;
}

__global__ void rotate(const int* in, int* out, int by) {
  const int value = in[threadIdx.x];
  out[threadIdx.x] = __shfl_sync(0xffffffffu, value, (threadIdx.x + by) & 31) + __shfl_up_sync(0xffffffffu, value, 1, 8);
}
