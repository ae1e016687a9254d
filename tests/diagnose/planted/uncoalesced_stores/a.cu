// Planted: neighbouring threads write addresses that are a whole column apart; each store of a warp touches 32 sectors.
// It rules because every 4-byte store moves a 32-byte sector to L2 on its own; the loads are coalesced.
// Mended: a block turns a 32 x 32 tile in shared memory and writes along the rows of the result.
#define THREADS 256

__global__ void scatter_columns(const float* src, float* dst, int h, int w) {
  int x = blockIdx.x * THREADS + threadIdx.x;
  int y = blockIdx.y;
  if (x < w) dst[(size_t)x * h + y] = src[(size_t)y * w + x] + 1.0f;
}
