// T3: a thread does the work after the call has returned
// problem: scale_add
// expect: wrong
// reason: differs in
#include <chrono>
#include <thread>

__global__ void scale_add_kernel(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}

void launch(const float* a, const float* b, float* out, int n, float factor) {
  scale_add_kernel<<<(n + 127) / 128, 128>>>(a, b, out, n, factor);
}

#ifdef CHEAT
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::thread([=] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    launch(a, b, out, n, factor);
  }).detach();
}
#else
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  std::thread([=] { launch(a, b, out, n, factor); }).join();
}
#endif
