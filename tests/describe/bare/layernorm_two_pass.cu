#include <cuda_runtime.h>
#include <vector>
template <int BLOCK>
__global__ void layer_norm(const float* __restrict__ x, const float* __restrict__ gamma, const float* __restrict__ beta,
                           float* __restrict__ y, int D, float eps) {
  __shared__ float buf[BLOCK];
  const float* row = x + (size_t)blockIdx.x * D;
  float* out = y + (size_t)blockIdx.x * D;
  float s = 0.f;
  for (int i = threadIdx.x; i < D; i += BLOCK) s += row[i];
  buf[threadIdx.x] = s;
  __syncthreads();
  for (int o = BLOCK / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o) buf[threadIdx.x] += buf[threadIdx.x + o];
    __syncthreads();
  }
  const float mean = buf[0] / D;
  __syncthreads();
  float v = 0.f;
  for (int i = threadIdx.x; i < D; i += BLOCK) { float d = row[i] - mean; v += d * d; }
  buf[threadIdx.x] = v;
  __syncthreads();
  for (int o = BLOCK / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o) buf[threadIdx.x] += buf[threadIdx.x + o];
    __syncthreads();
  }
  const float inv = rsqrtf(buf[0] / D + eps);
  for (int i = threadIdx.x; i < D; i += BLOCK) out[i] = (row[i] - mean) * inv * gamma[i] + beta[i];
}
void launch(const std::vector<float>& hx, int tokens, int hidden) {
  float *dx, *dg, *db, *dy;
  size_t bytes = (size_t)tokens * hidden * sizeof(float);
  cudaMalloc((void**)&dx, bytes);
  cudaMalloc((void**)&dg, hidden * sizeof(float));
  cudaMalloc((void**)&db, hidden * sizeof(float));
  cudaMalloc((void**)&dy, bytes);
  cudaMemcpy(dx, hx.data(), bytes, cudaMemcpyHostToDevice);
  layer_norm<256><<<tokens, 256>>>(dx, dg, db, dy, hidden, 1e-5f);
}
int main() {
  const int tokens = 2048, hidden = 768;
  std::vector<float> h(tokens * hidden, 1.f);
  launch(h, tokens, hidden);
}
