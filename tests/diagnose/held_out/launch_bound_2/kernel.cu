// Shallow-water model on a coarse grid, 64 x 64 cells: eight half steps, each a launch.
//
// Wrong:  every half step is a launch over 4096 cells, which takes less than the launch itself.
// Rules:  the sum of launch overheads exceeds all work.
// Mend:   one block (or one cooperative launch) that keeps the grid in shared memory and does all steps.

__global__ void half_step(const float* __restrict__ h, float* __restrict__ next, float c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int l = (x + n - 1) & (n - 1), r = (x + 1) & (n - 1), u = (y + n - 1) & (n - 1), d = (y + 1) & (n - 1);
  float v = h[y * n + x];
  next[y * n + x] = v + c * (h[y * n + l] + h[y * n + r] + h[u * n + x] + h[d * n + x] - 4.0f * v);
}
