#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void heat3d(const double* a, double* b, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1) return;
  size_t i = ((size_t)z * ny + y) * nx + x;
  b[i] = a[i] + 0.1 * (a[i - 1] + a[i + 1] + a[i - nx] + a[i + nx] + a[i - nx * ny] + a[i + nx * ny] - 6 * a[i]);
}
int main(int argc, char** argv) {
  int nx = 128, ny = 96, nz = 64;
  if (argc > 1) nx = atoi(argv[1]);
  double *a, *b;
  size_t total = (size_t)nx * ny * nz;
  cudaMalloc(&a, total * sizeof(double));
  cudaMalloc(&b, total * sizeof(double));
  dim3 block(8, 8, 4);
  dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y, (nz + block.z - 1) / block.z);
  heat3d<<<grid, block>>>(a, b, nx, ny, nz);
}
