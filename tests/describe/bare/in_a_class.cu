#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Particle { float x, y, z, mass; };
__global__ void drift(float* x, float* y, float* z, const float* vx, const float* vy, const float* vz, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { x[i] += vx[i] * dt; y[i] += vy[i] * dt; z[i] += vz[i] * dt; }
}
class Simulation {
 public:
  explicit Simulation(int count) : n(count) {
    cudaMalloc(&x, n * sizeof(float)); cudaMalloc(&y, n * sizeof(float)); cudaMalloc(&z, n * sizeof(float));
    cudaMalloc(&vx, n * sizeof(float)); cudaMalloc(&vy, n * sizeof(float)); cudaMalloc(&vz, n * sizeof(float));
  }
  void step(float dt) { drift<<<(n + 255) / 256, 256>>>(x, y, z, vx, vy, vz, dt, n); }
 private:
  int n;
  float *x, *y, *z, *vx, *vy, *vz;
};
int main() { Simulation s(5000); s.step(0.01f); }
