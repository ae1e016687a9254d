// Inclusive scan of each tile of 2048 numbers: an int4 per thread, shuffles across lanes, the totals of warps in shared
// memory, and the total of the tiles before (`before`, the middle step of reduce-then-scan).
constexpr int k_threads = 512;

__global__ void __launch_bounds__(k_threads, 4)
    scan_tiles(const int4* __restrict__ in, const int* __restrict__ before, int4* __restrict__ out) {
  __shared__ int warp_totals[k_threads / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const size_t place = static_cast<size_t>(blockIdx.x) * k_threads + threadIdx.x;
  int4 v = in[place];
  const int tiles_before = before[blockIdx.x];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  int sum = v.w;
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    const int other = __shfl_up_sync(~0u, sum, distance);
    if (lane >= distance) sum += other;
  }
  if (lane == 31) warp_totals[warp] = sum;
  __syncthreads();
  const int total = lane < warp ? warp_totals[lane] : 0;
  const int shift = tiles_before + __reduce_add_sync(~0u, total) + sum - v.w;
  out[place] = make_int4(v.x + shift, v.y + shift, v.z + shift, v.w + shift);
}
