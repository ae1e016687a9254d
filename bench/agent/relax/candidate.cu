/* whet
[[launch]]
entry = "relax"
grid = ["ceil_div(rows, 32)"]
block = [32]
*/
// A warp has 32 rows. It reads tiles of 32 rows x 32 columns along the columns, so that its lanes touch neighbours, each lane
// relaxes its own row in shared memory, and the tile is written back the same way. The left neighbour stays in a register; the
// right one of the last column comes from the tile that was loaded ahead. Tiles inside the row are unrolled, with the row in
// registers, so that only the chain of means is left to wait for.
__global__ void relax(float* x, int rows, int cols) {
  __shared__ float tile[32][33];
  const int lane = threadIdx.x, first = blockIdx.x * 32;
  float next[32];
#pragma unroll
  for (int r = 0; r < 32; ++r)
    next[r] = first + r < rows && lane < cols ? x[(long long)(first + r) * cols + lane] : 0.0f;
  float left = 0.0f;
  for (int base = 0; base < cols; base += 32) {
    __syncwarp();
#pragma unroll
    for (int r = 0; r < 32; ++r) tile[r][lane] = next[r];
    const int c = base + 32 + lane;
#pragma unroll
    for (int r = 0; r < 32; ++r)
      next[r] = first + r < rows && c < cols ? x[(long long)(first + r) * cols + c] : 0.0f;
    // Lane r needs element 0 of row r of the next tile, which lane 0 holds.
    float beyond = 0.0f;
#pragma unroll
    for (int r = 0; r < 32; ++r) {
      const float other = __shfl_sync(0xffffffffu, next[r], 0);
      if (lane == r) beyond = other;
    }
    __syncwarp();
    float here = tile[lane][0];
    if (base > 0 && base + 32 < cols) {
      float row[33];
#pragma unroll
      for (int k = 1; k < 32; ++k) row[k] = tile[lane][k];
      row[0] = here;
      row[32] = beyond;
#pragma unroll
      for (int k = 0; k < 32; ++k) {
        const float mean = 0.5f * (left + row[k + 1]);
        left = fabsf(mean - row[k]) > 0.001f ? 0.25f * row[k] + 0.75f * mean : row[k];
        tile[lane][k] = left;
      }
    } else {
      for (int k = 0; k < 32 && base + k < cols; ++k) {
        const float right = k + 1 < 32 ? tile[lane][k + 1] : beyond;
        float now = here;
        if (base + k >= 1 && base + k + 1 < cols) {
          const float mean = 0.5f * (left + right);
          if (fabsf(mean - here) > 0.001f) now = 0.25f * here + 0.75f * mean;
          tile[lane][k] = now;
        }
        left = now;
        here = right;
      }
    }
    __syncwarp();
    if (base + lane < cols) {
      for (int r = 0; r < 32 && first + r < rows; ++r) x[(long long)(first + r) * cols + base + lane] = tile[r][lane];
    }
  }
}
