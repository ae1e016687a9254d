// Rotates a 32-bit image by 90 degrees clockwise.
//
// Wrong:  reads run along rows, but neighbouring lanes write to neighbouring rows of the result, `height` pixels apart.
// Rules:  every store request touches 32 sectors and fills 4 bytes of each.
// Mend:   go through a padded tile in shared memory, so that writes run along rows too.

__global__ void rotate90(const unsigned int* __restrict__ src, unsigned int* __restrict__ dst, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  dst[(size_t)x * height + (height - 1 - y)] = src[(size_t)y * width + x];
}
