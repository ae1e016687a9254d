// Graph embedding: a warp follows a random walk over the graph and sums softmax-weighted features of the visited nodes.
//
// Wrong:  all 176 features and scores of the walk stay in registers until the walk has ended, because the softmax is
//         normalised afterwards. More than 180 registers a thread leave room for few warps per SM.
// Rules:  each step waits for the load of the next node; with so few warps nothing covers that wait. Traffic is small.
// Mend:   the online softmax (running maximum and sum) needs three registers instead of 176.

#define STEPS 176

__global__ void __launch_bounds__(128) walk_embedding(const int* __restrict__ next, const float* __restrict__ feature,
                                                      const int* __restrict__ start, float* __restrict__ out, int walks) {
  int walk = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  if (walk >= walks) return;
  int node = start[walk];
  float seen[STEPS];
  float top = -1e30f;
#pragma unroll
  for (int s = 0; s < STEPS; ++s) {
    seen[s] = feature[(size_t)node * 32 + lane];
    top = fmaxf(top, seen[s]);
    node = next[node * 4 + (s & 3)];
  }
  float sum = 0.0f, acc = 0.0f;
#pragma unroll
  for (int s = 0; s < STEPS; ++s) {
    float e = __expf(seen[s] - top);
    sum += e;
    acc += e * seen[s];
  }
  out[(size_t)walk * 32 + lane] = acc / sum;
}
