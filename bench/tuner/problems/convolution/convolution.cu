// A filter of FILTER x FILTER over an image. A thread makes TILE_X x TILE_Y elements, BLOCK_X or BLOCK_Y apart; the image is read
// straight or through shared memory.
constexpr int BLOCK_X = 32, BLOCK_Y = 4, TILE_X = 1, TILE_Y = 1;
constexpr int STAGED = 1, PAD = 0, UNROLL = 1, READ_ONLY = 0;
constexpr int FILTER = 7;

__global__ void convolution(const float* in, const float* filter, float* out, int width, int height) {
  constexpr int X = BLOCK_X * TILE_X, Y = BLOCK_Y * TILE_Y;
  const int in_width = width + FILTER - 1, in_height = height + FILTER - 1;
  const int x0 = blockIdx.x * X, y0 = blockIdx.y * Y;
  __shared__ float tile[STAGED ? Y + FILTER - 1 : 1][STAGED ? X + FILTER - 1 + PAD : 1];
  if constexpr (STAGED) {
    for (int y = threadIdx.y; y < Y + FILTER - 1; y += BLOCK_Y) {
      for (int x = threadIdx.x; x < X + FILTER - 1; x += BLOCK_X)
        tile[y][x] = x0 + x < in_width && y0 + y < in_height ? in[(y0 + y) * in_width + x0 + x] : 0.0f;
    }
    __syncthreads();
  }
  float sums[TILE_Y][TILE_X] = {};
#pragma unroll UNROLL
  for (int i = 0; i < FILTER; ++i) {
#pragma unroll UNROLL
    for (int j = 0; j < FILTER; ++j) {
      const float weight = READ_ONLY ? __ldg(filter + i * FILTER + j) : filter[i * FILTER + j];
#pragma unroll
      for (int ty = 0; ty < TILE_Y; ++ty) {
#pragma unroll
        for (int tx = 0; tx < TILE_X; ++tx) {
          const int x = threadIdx.x + tx * BLOCK_X + j, y = threadIdx.y + ty * BLOCK_Y + i;
          if constexpr (STAGED) {
            sums[ty][tx] += weight * tile[y][x];
          } else if (x0 + x < in_width && y0 + y < in_height) {
            const float* from = in + (y0 + y) * in_width + x0 + x;
            sums[ty][tx] += weight * (READ_ONLY ? __ldg(from) : *from);
          }
        }
      }
    }
  }
#pragma unroll
  for (int ty = 0; ty < TILE_Y; ++ty) {
#pragma unroll
    for (int tx = 0; tx < TILE_X; ++tx) {
      const int x = x0 + threadIdx.x + tx * BLOCK_X, y = y0 + threadIdx.y + ty * BLOCK_Y;
      if (x < width && y < height) out[y * width + x] = sums[ty][tx];
    }
  }
}
