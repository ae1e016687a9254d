#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Grid { int nx, ny; };
struct Coefficients { double center, side; };
__global__ void relax(const double* u, double* v, Grid g, Coefficients c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i >= g.nx - 1 || j >= g.ny - 1) return;
  const double* p = u + j * g.nx + i;
  v[j * g.nx + i] = c.center * p[0] + c.side * (p[-1] + p[1] + p[-g.nx] + p[g.nx]);
}
int main() {
  Grid g = {256, 128};
  Coefficients c = {.center = 0.6, .side = 0.1};
  double *u, *v;
  cudaMalloc(&u, g.nx * g.ny * sizeof(double));
  cudaMalloc(&v, g.nx * g.ny * sizeof(double));
  dim3 t(32, 8);
  relax<<<dim3((g.nx + t.x - 1) / t.x, (g.ny + t.y - 1) / t.y), t>>>(u, v, g, c);
}
