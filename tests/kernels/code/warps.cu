// Lanes that talk to each other: tiles of a warp, parts of it, matches, votes.

__global__ void shuffle_types(const double* in, const short* shorts, double* out, long long* wide, int* small) {
  const int lane = threadIdx.x;
  const double value = in[lane];
  out[lane] = __shfl_xor_sync(0xffffffffu, value, 5) - __shfl_sync(0xffffffffu, value, 7, 8);
  const long long bits = static_cast<long long>(lane) << 40 | lane;
  wide[lane] = __shfl_down_sync(0xffffffffu, bits, 3, 16);
  small[lane] = __shfl_up_sync(0xffffffffu, shorts[lane], 9, 16);
}

// Odd and even lanes exchange among themselves, in different branches.
__global__ void shuffle_halves(const int* in, int* out) {
  const int lane = threadIdx.x & 31;
  int value = in[threadIdx.x];
  if (lane & 1) {
    for (int offset = 16; offset > 1; offset >>= 1) value += __shfl_xor_sync(0xaaaaaaaau, value, offset);
  } else {
    for (int offset = 16; offset > 1; offset >>= 1) value = max(value, __shfl_xor_sync(0x55555555u, value, offset));
  }
  out[threadIdx.x] = value;
}

// Tiles of eight and of four, each with a mask of its own, lanes arriving at different times.
__global__ void shuffle_tiles(const int* in, int* out) {
  const int lane = threadIdx.x & 31;
  const unsigned eight = 0xffu << (lane & 24), four = 0xfu << (lane & 28);
  int value = in[threadIdx.x];
  for (int i = 0; i < lane % 3; ++i) value = value * 3 + i;
  for (int offset = 4; offset > 0; offset >>= 1) value += __shfl_xor_sync(eight, value, offset);
  value ^= __shfl_sync(four, value + lane, 1, 4);
  if (lane & 8) value += __popc(__ballot_sync(eight, value & 1));
  out[threadIdx.x] = value;
}

// One atomic for all lanes that hit the same counter.
__global__ void count_by_match(const int* in, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned peers = __match_any_sync(__activemask(), in[i]);
  if ((threadIdx.x & 31) == __ffs(peers) - 1) atomicAdd(counts + in[i], __popc(peers));
}

__global__ void reduce_parts(const int* in, int* out) {
  const int lane = threadIdx.x & 31, value = in[threadIdx.x];
  int sum;
  if (lane < 11) sum = __reduce_add_sync(0x7ffu, value);
  else if (lane < 20) sum = __reduce_min_sync(0xff800u, value);
  else sum = static_cast<int>(__reduce_xor_sync(0xfff00000u, static_cast<unsigned>(value)));
  out[threadIdx.x] = sum;
}

// The last warp of the block is not full.
__global__ void partial_warp(const int* in, int* out) {
  const int t = threadIdx.x;
  const unsigned mask = __activemask();
  int value = in[t];
  value += __shfl_down_sync(mask, value, 1) * (t + 1 < static_cast<int>(blockDim.x) && (t & 31) != 31);
  out[t] = value + __popc(__ballot_sync(mask, value & 1)) * 1000;
}

__global__ void exchange_through_shared(const int* in, int* out) {
  __shared__ int box[64];
  const int t = threadIdx.x;
  box[t] = in[t];
  __syncwarp();
  for (int step = 1; step < 32; step *= 2) {
    const int other = box[t ^ step];
    __syncwarp();
    box[t] = box[t] + other * step;
    __syncwarp();
  }
  out[t] = box[t];
}

// Votes in a loop that lanes leave one by one.
__global__ void leave_by_vote(const int* in, int* out) {
  const int lane = threadIdx.x;
  int left = in[lane], rounds = 0;
  while (__any_sync(0xffffffffu, left > 0)) {
    left -= 3;
    rounds += __all_sync(0xffffffffu, left > 0) ? 100 : 1;
  }
  out[lane] = rounds;
}

__global__ void masks(unsigned* out) {
  unsigned eq, lt, le, gt, ge;
  asm("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  asm("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  out[threadIdx.x] = eq ^ lt * 3 ^ le * 5 ^ gt * 7 ^ ge * 11;
}

// Three dimensions in the block and in the grid.
__global__ void places(int* out) {
  const int thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] =
      block * 1000 + static_cast<int>(lane) + 100 * static_cast<int>(threadIdx.z) + 10 * static_cast<int>(threadIdx.y);
}
