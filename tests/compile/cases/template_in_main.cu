// Only host code says for which types the kernel exists.
#include <vector>

template <typename T, int Block>
__global__ void fill(T* out, T value, int n) {
  for (int i = blockIdx.x * Block + threadIdx.x; i < n; i += gridDim.x * Block) out[i] = value;
}

int main() {
  std::vector<float> host(100);
  float* a = nullptr;
  double* b = nullptr;
  cudaMalloc(&a, 400);
  cudaMalloc(&b, 800);
  fill<float, 128><<<1, 128>>>(a, 1.0f, 100);
  fill<double, 64><<<1, 64>>>(b, 1.0, 100);
  return cudaDeviceSynchronize();
}
