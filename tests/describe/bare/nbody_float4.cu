#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void nbody(const float4* pos, float4* acc, int n, float softening) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i];
  float ax = 0, ay = 0, az = 0;
  for (int j = 0; j < n; ++j) {
    float4 q = pos[j];
    float dx = q.x - p.x, dy = q.y - p.y, dz = q.z - p.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
    float f = r * r * r;
    ax += dx * f; ay += dy * f; az += dz * f;
  }
  acc[i] = make_float4(ax, ay, az, 0);
}
int main() {
  const int n = 512;
  float4 *pos, *acc;
  cudaMalloc(&pos, n * sizeof(float4));
  cudaMalloc(&acc, n * sizeof(float4));
  nbody<<<(n + 127) / 128, 128>>>(pos, acc, n, 0.01f);
}
