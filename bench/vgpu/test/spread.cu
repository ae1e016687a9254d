// Atomics by contention, uneven work, few blocks, divergence. No model is fitted on these.

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// Histograms: bins in global memory, in shared memory, in shared memory of each warp.
extern "C" __global__ void bins_global(const unsigned* in, unsigned* bins, int n, int mask) {
  const int i = INDEX;
  if (i < n) atomicAdd(&bins[in[i] >> 7 & mask], 1u);
}
extern "C" __global__ void bins_shared(const unsigned* in, unsigned* bins, int n, int mask) {
  __shared__ unsigned local[1024];
  for (int i = threadIdx.x; i <= mask; i += blockDim.x) local[i] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[in[i] >> 7 & mask], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i <= mask; i += blockDim.x)
    if (local[i]) atomicAdd(&bins[i], local[i]);
}
extern "C" __global__ void bins_each_warp(const unsigned* in, unsigned* bins, int n, int mask) {
  __shared__ unsigned local[8][256];
  unsigned* mine = local[threadIdx.x / 32];
  for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x) local[0][i] = 0;
  __syncthreads();
  for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[in[i] >> 7 & mask], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i <= mask; i += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < 8; ++w) sum += local[w][i];
    atomicAdd(&bins[i], sum);
  }
}
extern "C" __global__ void most_of_bins(const unsigned* in, unsigned* bins, int n, int mask) {
  const int i = INDEX;
  if (i < n) atomicMax(&bins[in[i] >> 7 & mask], in[i]);
}
extern "C" __global__ void add_by_key(const unsigned* in, float* sums, int n, int mask) {
  const int i = INDEX;
  if (i < n) atomicAdd(&sums[in[i] >> 7 & mask], in[i] * 1e-9f);
}
// Values that pass are packed together: one counter for all, or one atomic a warp.
extern "C" __global__ void pack_each(const unsigned* in, unsigned* out, unsigned* count, int n) {
  const int i = INDEX;
  if (i < n && (in[i] & 7) == 0) out[atomicAdd(count, 1u) & (1 << 20) - 1] = in[i];
}
extern "C" __global__ void pack_warp(const unsigned* in, unsigned* out, unsigned* count, int n) {
  const int i = INDEX, lane = threadIdx.x % 32;
  const bool passes = i < n && (in[i] & 7) == 0;
  const unsigned lanes = __ballot_sync(~0u, passes);
  unsigned base = 0;
  if (lane == 0) base = atomicAdd(count, __popc(lanes));
  base = __shfl_sync(~0u, base, 0);
  if (passes) out[(base + __popc(lanes & (1u << lane) - 1)) & (1 << 20) - 1] = in[i];
}

// A sum of n floats: spread over the grid; the same with idle blocks behind it; all of it by one block of many.
__device__ float part_of(const float* in, int n, int block, int blocks) {
  float sum = 0;
  for (int i = block * blockDim.x + threadIdx.x; i < n; i += blocks * blockDim.x) sum += in[i] * in[i] + 0.5f;
  return sum;
}
extern "C" __global__ void sum_spread(const float* in, float* out, int n) {
  out[INDEX] = part_of(in, n, blockIdx.x, gridDim.x);
}
extern "C" __global__ void sum_with_idle(const float* in, float* out, int n, int busy) {
  if (blockIdx.x < busy) out[INDEX] = part_of(in, n, blockIdx.x, busy);
}
extern "C" __global__ void sum_first_block(const float* in, float* out, int n) {
  if (blockIdx.x == 0) out[INDEX] = part_of(in, n, 0, 1);
}
extern "C" __global__ void sum_last_block(const float* in, float* out, int n) {
  if (blockIdx.x == gridDim.x - 1) out[threadIdx.x] = part_of(in, n, 0, 1);
}
// The first block does all and leaves a mark; whoever finds the mark has nothing to do.
extern "C" __global__ void sum_once(const float* in, float* out, int* mark, int n) {
  if (blockIdx.x || *mark == 0x5eed) return;
  out[threadIdx.x] = part_of(in, n, 0, 1);
  __syncthreads();
  if (threadIdx.x == 0 && n < 0) *mark = 0x5eed;
}
// The same work in threads: one thread of a block, one warp, all.
__device__ float grind(float v, int rounds) {
  for (int r = 0; r < rounds; ++r) v = __sinf(v) * 1.5f + 0.1f;
  return v;
}
extern "C" __global__ void grind_all(float* out, int rounds) { out[INDEX] = grind(threadIdx.x, rounds); }
extern "C" __global__ void grind_one_thread(float* out, int rounds) {
  if (threadIdx.x == 0) out[blockIdx.x] = grind(blockIdx.x, rounds);
}
extern "C" __global__ void grind_some_warps(float* out, int rounds) {
  if (threadIdx.x / 32 == blockIdx.x % 8) out[INDEX] = grind(threadIdx.x, rounds);
}

// Loops of a length of their own: escape times of a fractal by rows and by tiles; lengths from data.
__device__ int escape(float cx, float cy, int most) {
  float x = 0, y = 0;
  int i = 0;
  while (i < most && x * x + y * y < 4) {
    const float t = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = t;
    ++i;
  }
  return i;
}
extern "C" __global__ void fractal_rows(int* out, int n, int most) {
  const int i = INDEX;
  if (i < n * n) out[i] = escape(i % n * 3.0f / n - 2.2f, i / n * 3.0f / n - 1.5f, most);
}
extern "C" __global__ void fractal_tiles(int* out, int n, int most) {
  const int x = blockIdx.x * 8 + threadIdx.x % 8, y = blockIdx.y * 8 + threadIdx.x / 8;
  out[y * n + x] = escape(x * 3.0f / n - 2.2f, y * 3.0f / n - 1.5f, most);
}
extern "C" __global__ void collatz(const unsigned* in, int* out, int n) {
  const int i = INDEX;
  if (i >= n) return;
  unsigned v = (in[i] & 0xfff) + 1;
  int steps = 0;
  for (; v != 1; ++steps) v = v & 1 ? 3 * v + 1 : v / 2;
  out[i] = steps;
}
extern "C" __global__ void binary_search(const int* sorted, const unsigned* keys, int* out, int n, int length) {
  const int i = INDEX;
  if (i >= n) return;
  const int key = static_cast<int>(keys[i] >> 1) % length * 4;
  int low = 0, high = length;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < key) low = middle + 1; else high = middle;
  }
  out[i] = low;
}
// The lower triangle of a product with itself: blocks above the diagonal have nothing to do.
extern "C" __global__ void lower_product(const float* a, float* c, int n) {
  __shared__ float as[16][17], bs[16][17];
  if (blockIdx.x > blockIdx.y) return;
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = a[(blockIdx.x * 16 + threadIdx.y) * n + k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += as[threadIdx.y][i] * bs[threadIdx.x][i];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
