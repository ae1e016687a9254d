// Prefix sums beyond one block's shuffles.

// Hillis and Steele: every thread adds the value `offset` before it, between two buffers.
__global__ void scan_doubling(const int* in, int* out, int n) {
  __shared__ int box[2][256];
  const int t = threadIdx.x;
  int from = 0;
  box[0][t] = t < n ? in[blockIdx.x * n + t] : 0;
  __syncthreads();
  for (int offset = 1; offset < n; offset *= 2) {
    box[from ^ 1][t] = box[from][t] + (t >= offset ? box[from][t - offset] : 0);
    from ^= 1;
    __syncthreads();
  }
  if (t < n) out[blockIdx.x * n + t] = box[from][t];
}

// Exclusive, within each warp, of doubles.
__global__ void scan_warp_exclusive(const double* in, double* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  double value = i < n ? in[i] : 0.0;
  for (int offset = 1; offset < 32; offset <<= 1) {
    const double other = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset) value += other;
  }
  const double before = __shfl_up_sync(0xffffffffu, value, 1);
  if (i < n) out[i] = lane ? before : 0.0;
}

// The sum starts anew where a flag is set.
__global__ void scan_segments(const int* in, const unsigned char* heads, int* out, int n) {
  __shared__ int sums[128];
  __shared__ unsigned char flags[128];
  const int t = threadIdx.x;
  int sum = t < n ? in[t] : 0;
  bool head = t < n ? heads[t] : true;
  sums[t] = sum, flags[t] = head;
  for (int offset = 1; offset < 128; offset *= 2) {
    __syncthreads();
    const int other = t >= offset ? sums[t - offset] : 0;
    const bool other_head = t >= offset ? flags[t - offset] : false;
    __syncthreads();
    if (!head) sum += other;
    head |= other_head;
    sums[t] = sum, flags[t] = head;
  }
  if (t < n) out[t] = sum;
}

// Adds to each block of a scan what all blocks before it came to.
__global__ void scan_add_totals(int* data, const int* totals, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int before = 0;
  for (unsigned b = 0; b < blockIdx.x; ++b) before += totals[b];
  if (i < n) data[i] += before;
}

__device__ int block_scan(int value, int* box) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int offset = 1; offset < 32; offset <<= 1) {
    const int other = __shfl_up_sync(0xffffffffu, value, offset);
    if (lane >= offset) value += other;
  }
  if (lane == 31) box[warp] = value;
  __syncthreads();
  for (int w = 0; w < warp; ++w) value += box[w];
  return value;
}

// One pass: a block takes the next tile by a ticket, publishes its sum, and looks back until it meets a whole prefix.
// state: 0 nothing yet, 1 the tile's own sum, 2 the sum of everything up to and with it.
__global__ void scan_single_pass(const int* in, int* out, int* ticket, volatile int* state, volatile int* own,
                                 volatile int* whole, int n) {
  __shared__ int box[8], tile_shared, before_shared;
  if (threadIdx.x == 0) tile_shared = atomicAdd(ticket, 1);
  __syncthreads();
  const int tile = tile_shared, i = tile * 256 + threadIdx.x;
  const int value = block_scan(i < n ? in[i] : 0, box);
  if (threadIdx.x == 255) {
    own[tile] = value;
    __threadfence();
    state[tile] = 1;
    int before = 0;
    for (int b = tile - 1; b >= 0; --b) {
      int seen = 0;
      while ((seen = state[b]) == 0) {
      }
      __threadfence();
      before += seen == 2 ? whole[b] : own[b];
      if (seen == 2) break;
    }
    whole[tile] = before + value;
    __threadfence();
    state[tile] = 2;
    before_shared = before;
  }
  __syncthreads();
  if (i < n) out[i] = before_shared + value;
}

// Kept values side by side, in order, by a ballot in each warp and a scan over warps.
__global__ void compact_ordered(const int* in, int* out, int* count, int n) {
  __shared__ int sums[32];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  const bool keep = t < n && in[t] % 3 == 0;
  const unsigned kept = __ballot_sync(0xffffffffu, keep);
  if (lane == 0) sums[warp] = __popc(kept);
  __syncthreads();
  int before = __popc(kept & ((1u << lane) - 1));
  for (int w = 0; w < warp; ++w) before += sums[w];
  if (keep) out[before] = in[t];
  if (t == static_cast<int>(blockDim.x) - 1) *count = before + keep;
}

// Lengths of runs of equal values, one warp.
__global__ void run_lengths(const int* in, int* values, int* lengths, int* runs, int n) {
  const int lane = threadIdx.x;
  const int value = lane < n ? in[lane] : 0, before = __shfl_up_sync(0xffffffffu, value, 1);
  const bool starts = lane < n && (lane == 0 || value != before);
  const unsigned heads = __ballot_sync(0xffffffffu, starts);
  if (starts) {
    const int run = __popc(heads & ((1u << lane) - 1));
    const unsigned after = lane == 31 ? 0 : heads >> (lane + 1);
    values[run] = value;
    lengths[run] = after ? __ffs(after) : n - lane;
  }
  if (lane == 0) *runs = __popc(heads);
}
