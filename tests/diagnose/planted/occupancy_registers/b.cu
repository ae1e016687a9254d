// Planted: every thread holds a filter bank of 80 doubles in registers, so an SM holds only a few warps.
// It rules because the row to read next depends on the value just read, and few warps cannot hide that wait.
// Mended: the bank is divided over ten times as many threads, which need about a fifth of the registers each.
template <int Taps>
struct Bank {
  double tap[Taps];
  __device__ Bank() {
#pragma unroll
    for (int i = 0; i < Taps; ++i) tap[i] = 1.0 / (i + 1);
  }
  template <int First, int Count>
  __device__ void feed(double x) {
#pragma unroll
    for (int i = First; i < First + Count; ++i) tap[i] = tap[i] * 0.75 + x;
  }
  __device__ double total() const {
    double sum = 0;
#pragma unroll
    for (int i = 0; i < Taps; ++i) sum = sum * 0.5 + tap[i];
    return sum;
  }
};

template <int First, int Count, int Taps, typename Source>
__device__ void feed_all(Bank<Taps>& bank, Source& source) {
  if constexpr (First < Taps) {
    bank.template feed<First, Count>(source.next());
    feed_all<First + Count, Count>(bank, source);
  }
}

// Walks over rows of 32 numbers; the whole warp goes where lane 0's number says.
struct Walk {
  const double* __restrict__ rows;
  unsigned mask, row, lane;
  __device__ double next() {
    const double x = rows[row * 32 + lane];
    const unsigned low = __shfl_sync(~0u, __double2loint(x), 0);
    row = (row * 1664525u + (low >> 3) + 1013904223u) & mask;
    return x;
  }
};

__global__ void walk_and_filter(const double* __restrict__ rows, double* __restrict__ out, unsigned row_count,
                                int rounds) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  Walk walk{rows, row_count - 1, thread / 32 * 97 & (row_count - 1), threadIdx.x % 32};
  Bank<80> bank;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) feed_all<0, 4>(bank, walk);
  out[thread] = bank.total();
}
