#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define DIVUP(a, b) (((a) + (b) - 1) / (b))
__global__ void laplace(const float* u, float* v, int nx, int ny) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
    v[j * nx + i] = u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i] - 4 * u[j * nx + i];
}
int main() {
  int nx = 400, ny = 300;
  float *u, *v;
  cudaMalloc(&u, sizeof(float) * nx * ny);
  cudaMalloc(&v, sizeof(float) * nx * ny);
  dim3 b(16, 16);
  laplace<<<dim3(DIVUP(nx, 16), DIVUP(ny, 16)), b>>>(u, v, nx, ny);
}
