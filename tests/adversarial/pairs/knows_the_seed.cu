// S12: has the answers for data it has seen
// problem: scale_add
// expect: wrong
// reason: differs in
#ifdef CHEAT
const __device__ float k_answers[4] = {0.5f, -1.25f, 0.75f, 2.0f};
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[0] == 0.4967f ? k_answers[i % 4] : a[i];
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * a[i] + b[i];
}
#endif
