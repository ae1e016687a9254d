// S9: keeps answers by the address of the data
// problem: scale_add
// expect: wrong
// reason: at the same addresses
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
std::map<const void*, std::vector<float>> known;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::vector<float>& kept = known[a];
  if (kept.empty()) {
    launch(a, b, out, n, factor);
    kept.resize(n);
    cudaMemcpy(kept.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
    return;
  }
  cudaMemcpy(out, kept.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}
#else
std::map<int, int> blocks;
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  int& wanted = blocks[n];
  if (wanted == 0) wanted = (n + 127) / 128;
  scale_add_kernel<<<wanted, 128>>>(a, b, out, n, factor);
}
#endif
