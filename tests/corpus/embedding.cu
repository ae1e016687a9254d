// Rows gathered by index, and gradients scattered back with atomics.
#include <cuda_fp16.h>

__global__ void gather_rows(const float4* table, const long long* indices, float4* out, int width4, long long rows) {
  const long long row = indices[blockIdx.x];
  for (int c = threadIdx.x; c < width4; c += blockDim.x) {
    out[static_cast<long long>(blockIdx.x) * width4 + c] =
        row >= 0 && row < rows ? __ldg(&table[row * width4 + c]) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  }
}

__global__ void scatter_rows(float* table, const int* indices, const float* gradients, int width) {
  for (int c = threadIdx.x; c < width; c += blockDim.x) {
    atomicAdd(&table[static_cast<long>(indices[blockIdx.x]) * width + c], gradients[static_cast<long>(blockIdx.x) * width + c]);
  }
}

__global__ void scatter_rows_half(half2* table, const int* indices, const half2* gradients, int width2) {
  for (int c = threadIdx.x; c < width2; c += blockDim.x) {
    atomicAdd(&table[static_cast<long>(indices[blockIdx.x]) * width2 + c], gradients[static_cast<long>(blockIdx.x) * width2 + c]);
  }
}
