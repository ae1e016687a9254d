#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Params {
  int n;
  float dt;
  float damping;
};
__global__ void step(float* pos, float* vel, Params p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= p.n) return;
  vel[i] = vel[i] * p.damping;
  pos[i] = pos[i] + vel[i] * p.dt;
}
int main() {
  Params p;
  p.n = 20000;
  p.dt = 0.01f;
  p.damping = 0.99f;
  float *pos, *vel;
  cudaMalloc(&pos, p.n * sizeof(float));
  cudaMalloc(&vel, p.n * sizeof(float));
  step<<<(p.n + 255) / 256, 256>>>(pos, vel, p);
}
