#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void vec4(const float4* in, float4* out, float s, int n4) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n4) { float4 v = in[i]; v.x *= s; v.y *= s; v.z *= s; v.w *= s; out[i] = v; }
}
int main() {
  int n = 1 << 14;
  float4 *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  vec4<<<(n / 4 + 255) / 256, 256>>>(in, out, 3.f, n / 4);
}
