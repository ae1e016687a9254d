// Norms of embedding rows: a block takes 16 rows of 1024 floats, one after another, and reduces each by a tree in shared memory.
//
// Wrong:  the textbook tree: ten halvings with a barrier after each, all 1024 threads at every one of them, 16 times.
// Rules:  a row is one multiplication per thread and twelve barriers; nearly all warps only wait.
// Mend:   a warp per row with shuffles: no barrier at all.

__global__ void __launch_bounds__(1024) row_norms(const float* __restrict__ x, float* __restrict__ norm, int rows) {
  __shared__ float part[1024];
  int t = threadIdx.x;
  size_t row = (size_t)blockIdx.x * rows;
  float v = x[row * 1024 + t];
#pragma unroll 1
  for (int r = 0; r < rows; ++r, ++row) {
    part[t] = v * v;
    if (r + 1 < rows) v = x[(row + 1) * 1024 + t];
    __syncthreads();
    for (int half = 512; half > 0; half /= 2) {
      if (t < half) part[t] += part[t + half];
      __syncthreads();
    }
    if (t == 0) norm[row] = sqrtf(part[0]);
    __syncthreads();
  }
}
