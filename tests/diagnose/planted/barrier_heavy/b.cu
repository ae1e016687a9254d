// Planted: the largest number and its place are found by a tree with two barriers at each of nine levels.
// It rules because all 16 warps of a block wait for one another 19 times per row, mostly for a warp or less of work.
// Mended: each warp finds its largest by shuffles, and one barrier brings the 16 results together.

struct Best {
  double value;
  int place;
  __device__ bool below(const Best& other) const { return value < other.value; }
};

template <int Threads>
class Tournament {
 public:
  __device__ explicit Tournament(Best* field) : field_(field) {}
  __device__ Best winner(Best mine) {
    const unsigned me = threadIdx.x;
    field_[me] = mine;
    __syncthreads();
    for (unsigned rivals = Threads / 2; rivals > 0; rivals /= 2) {
      if (me < rivals && mine.below(field_[me + rivals])) mine = field_[me + rivals];
      __syncthreads();
      if (me < rivals) field_[me] = mine;
      __syncthreads();
    }
    return mine;
  }

 private:
  Best* field_;
};

__global__ void row_peaks(const double* __restrict__ rows, int* __restrict__ places) {
  __shared__ Best field[512];
  const int me = threadIdx.x;
  Tournament<512> tournament(field);
  const Best best = tournament.winner({rows[static_cast<size_t>(blockIdx.x) * 512 + me], me});
  if (me == 0) places[blockIdx.x] = best.place;
}
