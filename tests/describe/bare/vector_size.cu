#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#include <vector>
__global__ void diff(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1) out[i] = in[i + 1] - in[i];
}
int main() {
  std::vector<int> host(10001);
  const int n = (int)host.size();
  int *in, *out;
  cudaMalloc(&in, host.size() * sizeof(int));
  cudaMalloc(&out, (host.size() - 1) * sizeof(int));
  diff<<<(n + 255) / 256, 256>>>(in, out, n);
}
