// Reductions that end in an atomic, and integer reductions of a warp in one instruction.

__global__ void sum_atomic(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
  for (int offset = 16; offset > 0; offset >>= 1) value += __shfl_down_sync(0xffffffffu, value, offset);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, value);
}

__global__ void count_positive(const int* in, int* count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) atomicAdd(count, 1);
}

__global__ void sum_double_atomic(const double* in, double* out, int n) {
  __shared__ double sum;
  if (threadIdx.x == 0) sum = 0.0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&sum, in[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__global__ void reduce_integers(const int* in, int* out) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
#if __CUDA_ARCH__ >= 800
  const unsigned bits = static_cast<unsigned>(value);
  out[0] = __reduce_add_sync(0xffffffffu, value);
  out[1] = __reduce_min_sync(0xffffffffu, value);
  out[2] = __reduce_max_sync(0xffffffffu, value);
  out[3] = __reduce_and_sync(0xffffffffu, bits);
  out[4] = __reduce_or_sync(0xffffffffu, bits);
  out[5] = __reduce_xor_sync(0xffffffffu, bits);
  out[6] = __reduce_max_sync(0xffffffffu, bits);
#else
  out[0] = value;
#endif
}

__global__ void reduce_floats(const float* in, float* out) {
  float value = in[threadIdx.x];
#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)
  float low, high;
  asm("redux.sync.min.f32 %0, %1, 0xffffffff;" : "=f"(low) : "f"(value));
  asm("redux.sync.max.abs.NaN.f32 %0, %1, 0xffffffff;" : "=f"(high) : "f"(value));
  value = high - low;
#endif
  out[threadIdx.x] = value;
}
