// The sum of many floats, from the plainest way to the quick ones.

__global__ void sum_atomic_each(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}

// A tree whose active threads lie ever further apart.
__global__ void sum_interleaved(const float* in, float* out, int n) {
  __shared__ float box[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  box[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0) box[threadIdx.x] += box[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, box[0]);
}

// A tree whose active threads stay together.
__global__ void sum_sequential(const float* in, float* out, int n) {
  __shared__ float box[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  box[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    if (threadIdx.x < stride) box[threadIdx.x] += box[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, box[0]);
}

// Four values a load, a loop over the grid, shuffles.
__global__ void sum_vectors(const float4* in, float* out, int n4) {
  __shared__ float box[32];
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if ((threadIdx.x & 31) == 0) box[threadIdx.x >> 5] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < blockDim.x / 32 ? box[threadIdx.x] : 0.0f;
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

__device__ unsigned finished_blocks;

// Partial sums to memory; the block that comes last adds them up.
__global__ void sum_last_block(const float* in, float* partial, float* out, int n) {
  __shared__ float box[256];
  __shared__ bool last;
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  box[threadIdx.x] = sum;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) box[threadIdx.x] += box[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = box[0];
    __threadfence();
    last = atomicAdd(&finished_blocks, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  sum = 0.0f;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += reinterpret_cast<volatile float*>(partial)[b];
  *out = sum;
  finished_blocks = 0;
}

// The tree written out, its width known to the compiler.
template <int width>
__device__ void fold(float* box) {
  if constexpr (width > 1) {
    if (threadIdx.x < width / 2) box[threadIdx.x] += box[threadIdx.x + width / 2];
    __syncthreads();
    fold<width / 2>(box);
  }
}

__global__ void sum_unrolled(const float* in, float* out, int n) {
  extern __shared__ float dynamic[];
  const int i = blockIdx.x * 512 + threadIdx.x;
  dynamic[threadIdx.x] = (i < n ? in[i] : 0.0f) + (i + 256 < n ? in[i + 256] : 0.0f);
  __syncthreads();
  fold<256>(dynamic);
  if (threadIdx.x == 0) atomicAdd(out, dynamic[0]);
}

// Rows of any length, a block each: minimum, maximum, and where the maximum is.
__global__ void row_extremes(const float* in, float* lows, float* highs, int* places, int cols) {
  __shared__ float low[64], high[64];
  __shared__ int place[64];
  const float* row = in + blockIdx.x * cols;
  float least = INFINITY, most = -INFINITY;
  int at = -1;
  for (int c = threadIdx.x; c < cols; c += 64) {
    least = fminf(least, row[c]);
    if (row[c] > most) most = row[c], at = c;
  }
  low[threadIdx.x] = least, high[threadIdx.x] = most, place[threadIdx.x] = at;
  for (int stride = 32; stride > 0; stride >>= 1) {
    __syncthreads();
    const int other = threadIdx.x + stride;
    if (threadIdx.x >= stride) continue;
    low[threadIdx.x] = fminf(low[threadIdx.x], low[other]);
    if (high[other] > high[threadIdx.x] || (high[other] == high[threadIdx.x] && place[other] < place[threadIdx.x])) {
      high[threadIdx.x] = high[other], place[threadIdx.x] = place[other];
    }
  }
  if (threadIdx.x == 0) lows[blockIdx.x] = low[0], highs[blockIdx.x] = high[0], places[blockIdx.x] = place[0];
}

// One warp a segment, offsets as in sparse matrices; empty segments give zero.
__global__ void sum_segments(const int* in, const int* offsets, int* out, int segments) {
  const int segment = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (segment >= segments) return;
  int sum = 0;
  for (int i = offsets[segment] + lane; i < offsets[segment + 1]; i += 32) sum += in[i];
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (lane == 0) out[segment] = sum;
}

// Neighbouring threads own neighbouring elements; boundaries by flags, one atomic a run within the warp.
__global__ void sum_by_key(const int* keys, const int* values, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const int key = i < n ? keys[i] : -1;
  int sum = i < n ? values[i] : 0;
  for (int offset = 1; offset < 32; offset <<= 1) {
    const int other = __shfl_down_sync(0xffffffffu, sum, offset), other_key = __shfl_down_sync(0xffffffffu, key, offset);
    if (lane + offset < 32 && other_key == key) sum += other;
  }
  const int before = __shfl_up_sync(0xffffffffu, key, 1);
  if (key >= 0 && (lane == 0 || before != key)) atomicAdd(out + key, sum);
}
