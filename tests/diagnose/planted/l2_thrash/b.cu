// Planted: a table of more than 50 MB is scored once for each layer of the grid, and layers run one after the other.
// It rules because the table streams through L2 and is gone before the next layer reads it.
// Mended: a block scores its part of the table for all queries while it is in registers, or layers take turns by parts.
struct Query {
  int4 bytes;
  __device__ int score(int4 entry, int so_far) const {
    so_far = __dp4a(entry.x, bytes.x, so_far);
    so_far = __dp4a(entry.y, bytes.y, so_far);
    so_far = __dp4a(entry.z, bytes.z, so_far);
    return __dp4a(entry.w, bytes.w, so_far);
  }
};

template <int PerThread, typename Visit>
__device__ void over_part(int first, int stride, Visit visit) {
#pragma unroll
  for (int i = 0; i < PerThread; ++i) visit(first + i * stride);
}

__global__ void scores(const int4* __restrict__ table, const int4* __restrict__ queries, int* __restrict__ sums) {
  constexpr int k_per_thread = 16;
  const Query query{queries[blockIdx.y]};
  int sum = 0;
  over_part<k_per_thread>(blockIdx.x * blockDim.x * k_per_thread + threadIdx.x, blockDim.x,
                          [&](int i) { sum = query.score(table[i], sum); });
  sums[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = sum;
}
