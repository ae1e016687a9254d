// Counting by value: straight to memory, through shared memory, through a table of each thread's own.

__global__ void histogram_global(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
}

// Each thread counts for itself in shared memory, 16 bins of 8 bits; needs at most 255 values a thread.
__global__ void histogram_private(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned char own[16][128];
  for (int b = 0; b < 16; ++b) own[b][threadIdx.x] = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) ++own[in[i] & 15][threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 16) return;
  unsigned sum = 0;
  for (int t = 0; t < 128; ++t) sum += own[threadIdx.x][(t + threadIdx.x) & 127];
  atomicAdd(&bins[threadIdx.x], sum);
}

// Lanes with the same value add once.
__global__ void histogram_matched(const unsigned char* in, unsigned* bins, int n) {
  __shared__ unsigned local[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
  __syncthreads();
  const int lane = threadIdx.x & 31, rounds = (n + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
  for (int r = 0; r < rounds; ++r) {
    const int i = (r * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
    const unsigned value = i < n ? in[i] : 256u, peers = __match_any_sync(0xffffffffu, value);
    if (value < 256u && lane == __ffs(peers) - 1) atomicAdd(&local[value], __popc(peers));
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

// Values in floats, bins of equal width, those outside dropped; 64-bit counters.
__global__ void histogram_floats(const float* in, unsigned long long* bins, float low, float width, int count, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int bin = static_cast<int>(floorf((in[i] - low) / width));
  if (bin >= 0 && bin < count) atomicAdd(&bins[bin], 1ull);
}

// In points, how often each pair of neighbours differs by so much.
__global__ void co_occurrence(const unsigned char* in, unsigned* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x + 1 < width) atomicAdd(&table[(in[y * width + x] & 7) * 8 + (in[y * width + x + 1] & 7)], 1u);
}
