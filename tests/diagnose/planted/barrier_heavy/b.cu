// Planted: the range of each row of 512 numbers is found by two trees with two barriers at each of their nine levels.
// It rules because all 16 warps of a block wait for one another 40 times per row, mostly for a warp or less of work.
// Mended: warps use __reduce_max_sync and __reduce_min_sync, and two barriers bring the 16 results together.
struct Larger {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
struct Smaller {
  __device__ int operator()(int a, int b) const { return a < b ? a : b; }
};

template <int Threads, typename Choose>
class Tournament {
 public:
  __device__ explicit Tournament(int* field) : field_(field) {}
  __device__ int winner(int mine) const {
    const unsigned me = threadIdx.x;
    field_[me] = mine;
    __syncthreads();
    for (unsigned rivals = Threads / 2; rivals > 0; rivals /= 2) {
      if (me < rivals) mine = Choose{}(mine, field_[me + rivals]);
      __syncthreads();
      if (me < rivals) field_[me] = mine;
      __syncthreads();
    }
    const int best = field_[0];
    __syncthreads();
    return best;
  }

 private:
  int* field_;
};

__global__ void row_ranges(const int* __restrict__ rows, int* __restrict__ ranges) {
  __shared__ int field[512];
  const int mine = rows[blockIdx.x * 512 + threadIdx.x];
  const int high = Tournament<512, Larger>(field).winner(mine);
  const int low = Tournament<512, Smaller>(field).winner(mine);
  if (threadIdx.x == 0) ranges[blockIdx.x] = high - low;
}
