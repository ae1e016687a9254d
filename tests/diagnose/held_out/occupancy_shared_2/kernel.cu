// Range queries on a binary search tree: each thread keeps its stack of nodes still to visit in shared memory.
//
// Wrong:  stacks are sized for the deepest tree anybody might load: 192 entries a thread, 96 kB for a block of 128.
//         Two blocks fit on an SM. The trees are 14 levels deep.
// Rules:  traversal is one dependent load after another; 8 warps on an SM cannot cover them.
// Mend:   32 entries are enough here; then the SM is full.

#define STACK 192
#define BLOCK 128

__global__ void __launch_bounds__(BLOCK) tree_query(const float* __restrict__ split, const float* __restrict__ query,
                                                    float* __restrict__ result, float radius, int nodes, int queries) {
  extern __shared__ int stack[];
  int* mine = stack + threadIdx.x;
  int id = blockIdx.x * BLOCK + threadIdx.x;
  if (id >= queries) return;
  float q = query[id];
  float sum = 0.0f;
  int top = 0;
  mine[BLOCK * top++] = 0;
  while (top > 0 && top < STACK - 2) {
    int node = mine[BLOCK * --top];
    float d = q - split[node];
    sum += d * d;
    int near = 2 * node + (d < 0.0f ? 1 : 2);
    int far = 4 * node + 3 - near;
    if (2 * node + 2 < nodes) {
      if (fabsf(d) < radius) mine[BLOCK * top++] = far;
      mine[BLOCK * top++] = near;
    }
  }
  result[id] = sum;
}
