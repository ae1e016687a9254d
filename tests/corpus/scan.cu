// Inclusive prefix sums of a block.

__device__ int scan_warp(int value) {
  const int lane = threadIdx.x & 31;
  for (int offset = 1; offset < 32; offset <<= 1) {
    const int other = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset) value += other;
  }
  return value;
}

__global__ void scan_block(const int* in, int* out, int* totals, int n) {
  __shared__ int sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = threadIdx.x >> 5;
  int value = scan_warp(i < n ? in[i] : 0);
  if ((threadIdx.x & 31) == 31) sums[warp] = value;
  __syncthreads();
  if (warp == 0) sums[threadIdx.x] = scan_warp(sums[threadIdx.x]);
  __syncthreads();
  if (warp > 0) value += sums[warp - 1];
  if (i < n) out[i] = value;
  if (threadIdx.x == blockDim.x - 1) totals[blockIdx.x] = value;
}

// Blelloch's tree, up and down in shared memory.
__global__ void scan_tree(float* data, int n) {
  extern __shared__ float tree[];
  const int t = threadIdx.x;
  tree[2 * t] = data[2 * t];
  tree[2 * t + 1] = data[2 * t + 1];
  int stride = 1;
  for (int active = n >> 1; active > 0; active >>= 1, stride *= 2) {
    __syncthreads();
    if (t < active) tree[stride * (2 * t + 2) - 1] += tree[stride * (2 * t + 1) - 1];
  }
  if (t == 0) tree[n - 1] = 0.0f;
  for (int active = 1; active < n; active *= 2) {
    stride >>= 1;
    __syncthreads();
    if (t < active) {
      const int left = stride * (2 * t + 1) - 1;
      const int right = stride * (2 * t + 2) - 1;
      const float kept = tree[left];
      tree[left] = tree[right];
      tree[right] += kept;
    }
  }
  __syncthreads();
  data[2 * t] = tree[2 * t];
  data[2 * t + 1] = tree[2 * t + 1];
}
