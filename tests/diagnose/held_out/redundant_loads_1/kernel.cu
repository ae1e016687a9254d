// 9 x 9 convolution of an image, straight from global memory.
//
// Wrong:  each thread loads all 81 neighbours itself; 80 of them were loaded by threads next to it.
// Rules:  DRAM is idle; L1 answers 81 loads for each pixel written, and that is the limit.
// Mend:   a tile with its halo in shared memory, and several outputs per thread so that a value serves from a register.

__constant__ float weight[81];

__global__ void convolve(const float* __restrict__ in, float* __restrict__ out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int dy = 0; dy < 9; ++dy)
#pragma unroll
    for (int dx = 0; dx < 9; ++dx) sum = fmaf(weight[dy * 9 + dx], in[(size_t)(y + dy) * pitch + x + dx], sum);
  out[(size_t)y * width + x] = sum;
}
