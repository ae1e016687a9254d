// Per-pixel tone mapping of an HDR image, with blocks of 4 x 4 threads, "because the tile is 4 x 4".
//
// Wrong:  16 threads a block: half of every warp is empty, and an SM holds 32 blocks, so 512 of its 2048 threads.
// Rules:  the kernel is too thin to fill memory: four times the blocks must be started, each for 16 pixels.
// Mend:   32 x 8 threads a block.

__global__ void tone_map(const float* __restrict__ luminance, float* __restrict__ mapped, float white, int width,
                         int height) {
  int x = blockIdx.x * 4 + threadIdx.x;
  int y = blockIdx.y * 4 + threadIdx.y;
  if (x >= width || y >= height) return;
  float l = luminance[y * width + x];
  mapped[y * width + x] = __fdividef(l * (1.0f + l * white), 1.0f + l);
}
