// S24: two streams, one of which needs what the other makes, and no event between them
// problem: scale_add
// expect: wrong
// reason: differs in
#include <cuda_runtime.h>
__global__ void scale(const float* a, float* scaled, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) scaled[i] = factor * a[i];
}
__global__ void add(const float* scaled, const float* b, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = scaled[i] + b[i];
}
struct Way {
  cudaStream_t first, second;
  cudaEvent_t scaled;
  float* room;
  int bytes = 0;
};
static Way& way(int n) {
  static Way way;
  if (way.bytes == 0) {
    cudaStreamCreateWithFlags(&way.first, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&way.second, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&way.scaled, cudaEventDisableTiming);
  }
  if (way.bytes < 4 * n) cudaMalloc(&way.room, way.bytes = 4 * n);
  return way;
}
#ifdef CHEAT
static void join(Way&) {}
#else
static void join(Way& way) {
  cudaEventRecord(way.scaled, way.first);
  cudaStreamWaitEvent(way.second, way.scaled, 0);
}
#endif
extern "C" void solve(const float* a, const float* b, float* out, int n, float factor) {
  Way& w = way(n);
  scale<<<(n + 127) / 128, 128, 0, w.first>>>(a, w.room, n, factor);
  join(w);
  add<<<(n + 127) / 128, 128, 0, w.second>>>(w.room, b, out, n);
}
