// Planted: each thread writes its own run of 32 results, so at any moment the lanes of a warp store 256 bytes apart.
// It rules because a store request touches 32 sectors and L1 does not merge stores; there is one small load per run.
// Mended: lanes run along the 32 results of an item, and the item's value is the same for the whole warp.
template <int Powers>
struct Expansion {
  double* out;
  __device__ void put(int item, double x) const {
    double power = 1.0;
    double* mine = out + static_cast<size_t>(item) * Powers;
#pragma unroll 4
    for (int k = 0; k < Powers; ++k, power *= x) mine[k] = power;
  }
};

__global__ void powers_of(const double* __restrict__ x, double* __restrict__ out, int items) {
  const Expansion<32> expansion{out};
  for (int item = blockIdx.x * blockDim.x + threadIdx.x; item < items; item += gridDim.x * blockDim.x)
    expansion.put(item, x[item]);
}
