// Causal attention scores, summed: block q of the grid works on keys 0 .. q * 4 only.
//
// Wrong:  the work of block q grows with q, and all 528 blocks are resident at once (4 on each SM, q, q + 132, ...), so
//         nothing balances: the last blocks work alone while the first have long ended.
// Rules:  the time is that of the longest block, about twice the mean.
// Mend:   pair query q with query last - q in one block, or take small work items from a queue.

__global__ void __launch_bounds__(256) causal_lse(const float* __restrict__ query, const float* __restrict__ keys,
                                                  float* __restrict__ out, int dim) {
  int q = blockIdx.x;
  int limit = (q + 1) * 4;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  __shared__ float part[8];
  float qv = query[q * 32 + lane];
  float sum = 0.0f;
  for (int k = warp; k < limit; k += 8) {
    float dot = qv * keys[(size_t)k * 32 + lane];
#pragma unroll
    for (int d = 16; d > 0; d /= 2) dot += __shfl_xor_sync(~0u, dot, d);
    sum += __expf(dot * 0.17f);
  }
  if (lane == 0) part[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    float total = 0.0f;
    for (int w = 0; w < 8; ++w) total += part[w];
    out[q] = __logf(total);
  }
}
