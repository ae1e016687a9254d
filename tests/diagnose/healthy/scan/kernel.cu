// Inclusive scan of each tile of 4096 numbers: 16 per thread in registers, shuffles across lanes and warps, and the
// tile's total added from the scanned totals of the tiles before (`before`, the middle step of reduce-then-scan).
constexpr int k_threads = 256, k_quads = 4;  // per thread

__global__ void __launch_bounds__(k_threads) scan_tiles(const int4* __restrict__ in, const int* __restrict__ before,
                                                        int4* __restrict__ out) {
  __shared__ int warp_totals[k_threads / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // A warp has 128 quads in four rows of 32, so that its accesses are coalesced; each row is scanned across lanes.
  const size_t first = static_cast<size_t>(blockIdx.x) * k_threads * k_quads + warp * 32 * k_quads + lane;
  int4 v[k_quads];
#pragma unroll
  for (int i = 0; i < k_quads; ++i) v[i] = in[first + i * 32];
  int carry = 0;
#pragma unroll
  for (int i = 0; i < k_quads; ++i) {
    v[i].y += v[i].x;
    v[i].z += v[i].y;
    v[i].w += v[i].z;
    int sum = v[i].w;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
      const int other = __shfl_up_sync(~0u, sum, distance);
      if (lane >= distance) sum += other;
    }
    const int shift = carry + sum - v[i].w;
    v[i] = make_int4(v[i].x + shift, v[i].y + shift, v[i].z + shift, v[i].w + shift);
    carry += __shfl_sync(~0u, sum, 31);
  }
  if (lane == 0) warp_totals[warp] = carry;
  __syncthreads();
  int shift = before[blockIdx.x];
#pragma unroll
  for (int w = 0; w < k_threads / 32; ++w) shift += w < warp ? warp_totals[w] : 0;
#pragma unroll
  for (int i = 0; i < k_quads; ++i)
    out[first + i * 32] = make_int4(v[i].x + shift, v[i].y + shift, v[i].z + shift, v[i].w + shift);
}
