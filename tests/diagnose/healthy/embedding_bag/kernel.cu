// Sum of the table rows (256 floats) of each bag: a warp per bag, two float4 per lane, four rows in flight.
__device__ void add(float4& sum, float4 v) {
  sum.x += v.x;
  sum.y += v.y;
  sum.z += v.z;
  sum.w += v.w;
}

__global__ void __launch_bounds__(256) embedding_bag(const float4* __restrict__ table, const int* __restrict__ items,
                                                     float4* __restrict__ out, int bags, int length) {
  const int bag = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (bag >= bags) return;
  const int* mine = items + static_cast<size_t>(bag) * length;
  float4 low{}, high{};
#pragma unroll 4
  for (int i = 0; i < length; ++i) {
    const float4* row = table + static_cast<size_t>(mine[i]) * 64 + lane;
    add(low, row[0]);
    add(high, row[32]);
  }
  out[static_cast<size_t>(bag) * 64 + lane] = low;
  out[static_cast<size_t>(bag) * 64 + lane + 32] = high;
}
