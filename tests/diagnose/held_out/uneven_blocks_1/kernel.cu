// Graph analytics: weighted degree of every hub, a block per vertex of a graph with a heavy-tailed degree distribution.
//
// Wrong:  a block takes a whole adjacency list. A few lists hold a large part of all edges.
// Rules:  the block with the longest list still runs when all others have ended.
// Mend:   split long lists: equal pieces of the edge array per block (merge path), combined with atomics.

__global__ void vertex_strength(const int* __restrict__ offsets, const float* __restrict__ weight, float* __restrict__ strength) {
  __shared__ float part[8];
  int v = blockIdx.x;
  float sum = 0.0f;
  for (int e = offsets[v] + threadIdx.x; e < offsets[v + 1]; e += blockDim.x) sum += weight[e];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    float total = 0.0f;
    for (int w = 0; w < 8; ++w) total += part[w];
    strength[v] = total;
  }
}
