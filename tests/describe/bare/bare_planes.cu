// A plane of blocks for each z, which only the border asks about.
__global__ void along_z(const float* x, float* y, int width, int height, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z;
  if (i >= width || j >= height) return;
  int at = (k * height + j) * width + i;
  y[at] = k == 0 || k == depth - 1 ? 0.0f : x[at + width * height] - x[at - width * height];
}
