// Work that is not spread evenly: over blocks, over warps of a block, over lanes of a warp.

__device__ float spin(float v, int rounds) {
  for (int r = 0; r < rounds; ++r) v = v * 0.999f + 0.5f;
  return v;
}
// Blocks below `busy` work, the others leave at once.
extern "C" __global__ void idle_blocks(float* out, int busy, int rounds) {
  if (blockIdx.x < busy) out[blockIdx.x * blockDim.x + threadIdx.x] = spin(threadIdx.x, rounds);
}
// One block in `every` works `more` times as long.
extern "C" __global__ void long_blocks(float* out, int rounds, int every, int more) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = spin(threadIdx.x, blockIdx.x % every == 0 ? rounds * more : rounds);
}
// Work grows with the number of the block: the longest come last, or first.
extern "C" __global__ void growing_blocks(float* out, int rounds, int down) {
  const int b = down ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
  out[blockIdx.x * blockDim.x + threadIdx.x] = spin(threadIdx.x, rounds * b / gridDim.x);
}
extern "C" __global__ void one_warp_works(float* out, int rounds) {
  if (threadIdx.x < 32) out[blockIdx.x * blockDim.x + threadIdx.x] = spin(threadIdx.x, rounds);
}
extern "C" __global__ void lanes_differ(const int* in, float* out, int rounds, int mask) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = spin(threadIdx.x, rounds * (in[i] & mask) / 16);
}
// Memory instead of arithmetic: block b reads `each` floats if it is busy.
extern "C" __global__ void idle_readers(const float* in, float* out, int busy, int each) {
  if (blockIdx.x >= busy) return;
  float sum = 0;
  for (int i = threadIdx.x; i < each; i += blockDim.x) sum += in[blockIdx.x * each + i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Rows of a triangle, one warp a row, read from the left to the diagonal.
extern "C" __global__ void triangle_rows(const float* in, float* out, int n) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= n) return;
  float sum = 0;
  for (int c = lane; c <= row; c += 32) sum += in[row * n + c];
  for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  if (lane == 0) out[row] = sum;
}
// One thread of a block goes on alone.
extern "C" __global__ void one_thread_after(const float* in, float* out, int n, int tail) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x) return;
  float all = 0;
  for (int i = 0; i < tail; ++i) all += part[i & 255];
  out[blockIdx.x] = all;
}
extern "C" __global__ void nothing(float* out, int n) {
  if (n < 0) out[0] = 1;
}
// A block of shared memory that lets only one or two blocks stay on an SM, loads behind a barrier.
extern "C" __global__ void staged_rows(const float* in, float* out, int rounds, int columns) {
  extern __shared__ float stage[];
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int c = threadIdx.x; c < columns; c += blockDim.x) stage[c] = in[(blockIdx.x * rounds + r) * columns + c];
    __syncthreads();
    for (int c = threadIdx.x; c < columns; c += blockDim.x) sum += stage[columns - 1 - c];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// Convolutions: each thread an output, weights the same for all.
template <int r>
__device__ void convolve(const float* in, const float* weights, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < r || y < r || x >= n - r || y >= n - r) return;
  float sum = 0;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx) sum += in[(y + dy) * n + x + dx] * weights[(dy + r) * (2 * r + 1) + dx + r];
  out[y * n + x] = sum;
}
extern "C" __global__ void convolve_3x3(const float* in, const float* w, float* out, int n) { convolve<1>(in, w, out, n); }
extern "C" __global__ void convolve_9x9(const float* in, const float* w, float* out, int n) { convolve<4>(in, w, out, n); }
// One thread a query over `length` keys of 32 floats.
extern "C" __global__ void attention_thread(const float* q, const float* k, const float* v, float* out, int length) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  float mine[32], o[32] = {}, largest = -INFINITY, sum = 0;
  for (int d = 0; d < 32; ++d) mine[d] = q[row * 32 + d];
  for (int j = 0; j < length; ++j) {
    float score = 0;
#pragma unroll
    for (int d = 0; d < 32; ++d) score += mine[d] * k[j * 32 + d];
    const float now = fmaxf(largest, score), keep = __expf(largest - now), weight = __expf(score - now);
    sum = sum * keep + weight;
#pragma unroll
    for (int d = 0; d < 32; ++d) o[d] = o[d] * keep + weight * v[j * 32 + d];
    largest = now;
  }
  for (int d = 0; d < 32; ++d) out[row * 32 + d] = o[d] / sum;
}
