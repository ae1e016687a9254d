// Smoothing of an MRI volume: mean of the 5 x 5 x 5 neighbourhood of each voxel.
//
// Wrong:  125 loads per voxel from global memory; neighbours load nearly the same 125.
// Rules:  all of them hit in L1, whose bandwidth is what the kernel waits for.
// Mend:   separable sums (5 + 5 + 5 loads), or march along z with a tile in shared memory and running sums in registers.

__global__ void smooth(const float* __restrict__ in, float* __restrict__ out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z;
  if (x >= nx || y >= ny) return;
  int px = nx + 4, py = ny + 4;
  float sum = 0.0f;
#pragma unroll
  for (int dz = 0; dz < 5; ++dz)
#pragma unroll
    for (int dy = 0; dy < 5; ++dy)
#pragma unroll
      for (int dx = 0; dx < 5; ++dx) sum += in[((size_t)(z + dz) * py + y + dy) * px + x + dx];
  out[((size_t)z * ny + y) * nx + x] = sum * 0.008f;
}
