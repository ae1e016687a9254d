// S10: keeps answers by a fingerprint of the data
// problem: scale_add
// expect: wrong
// reason: a few values changed
#include <map>
#include <vector>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
std::map<std::vector<float>, std::vector<float>> known;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::vector<float> print(64);
  cudaMemcpy(print.data(), a + n / 2, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(print.data() + 32, b + n / 3, 32 * sizeof(float), cudaMemcpyDeviceToHost);
  std::vector<float>& kept = known[print];
  if (kept.empty()) {
    launch(a, b, out, n, factor);
    kept.resize(n);
    cudaMemcpy(kept.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    return;
  }
  cudaMemcpy(out, kept.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  launch(a, b, out, n, factor);
}
#endif
