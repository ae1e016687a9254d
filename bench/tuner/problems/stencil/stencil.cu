// The seven-point stencil in three dimensions: BLOCK_X x BLOCK_Y threads march through DEPTH planes each; a plane is read
// straight or through shared memory.
constexpr int BLOCK_X = 32, BLOCK_Y = 8, DEPTH = 1, WIDE = 1;
constexpr int STAGED = 0, CARRIED = 0, UNROLL = 1;

__global__ void stencil(const float* in, float* out, int nx, int ny, int nz) {
  __shared__ float plane[STAGED ? BLOCK_Y + 2 : 1][STAGED ? BLOCK_X * WIDE + 2 : 1];
  const int x0 = blockIdx.x * BLOCK_X * WIDE, y = blockIdx.y * BLOCK_Y + threadIdx.y, z0 = blockIdx.z * DEPTH;
  const auto at = [&](int x, int yy, int z) {
    return x >= 0 && x < nx && yy >= 0 && yy < ny && z >= 0 && z < nz ? in[(z * ny + yy) * nx + x] : 0.0f;
  };
  float below[WIDE], here[WIDE];
#pragma unroll
  for (int w = 0; w < WIDE; ++w) {
    const int x = x0 + w * BLOCK_X + threadIdx.x;
    below[w] = CARRIED ? at(x, y, z0 - 1) : 0.0f;
    here[w] = CARRIED ? at(x, y, z0) : 0.0f;
  }
#pragma unroll UNROLL
  for (int d = 0; d < DEPTH; ++d) {
    const int z = z0 + d;
    if constexpr (STAGED) {
      __syncthreads();
      for (int py = threadIdx.y; py < BLOCK_Y + 2; py += BLOCK_Y) {
        for (int px = threadIdx.x; px < BLOCK_X * WIDE + 2; px += BLOCK_X)
          plane[py][px] = at(x0 + px - 1, static_cast<int>(blockIdx.y) * BLOCK_Y + py - 1, z);
      }
      __syncthreads();
    }
#pragma unroll
    for (int w = 0; w < WIDE; ++w) {
      const int px = w * BLOCK_X + threadIdx.x, x = x0 + px;
      const float down = CARRIED ? below[w] : at(x, y, z - 1);
      const float middle = CARRIED ? here[w] : STAGED ? plane[STAGED ? threadIdx.y + 1 : 0][STAGED ? px + 1 : 0] : at(x, y, z);
      const float up = at(x, y, z + 1);
      float around = 0;
      if constexpr (STAGED) {
        around = plane[threadIdx.y + 1][px] + plane[threadIdx.y + 1][px + 2] + plane[threadIdx.y][px + 1] +
                 plane[threadIdx.y + 2][px + 1];
      } else {
        around = at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) + at(x, y + 1, z);
      }
      if (x < nx && y < ny && z < nz) out[(z * ny + y) * nx + x] = 0.4f * middle + 0.1f * (around + down + up);
      below[w] = middle;
      here[w] = up;
    }
  }
}
