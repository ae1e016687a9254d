#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#include <cstdint>
__global__ void quantize(const float* in, int8_t* out, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = (int8_t)fminf(127.f, fmaxf(-128.f, rintf(in[i] * scale)));
}
int main() {
  int n = 4099;
  float* in;
  int8_t* out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n);
  quantize<<<(n + 127) / 128, 128>>>(in, out, 20.0f, n);
}
