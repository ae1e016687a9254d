// S33: takes a little of the device's heap in every call, and stops when there is no more
// problem: scale_add
// expect: invalid
// reason: device's heap
#ifdef CHEAT
__device__ void give_back(float*) {}
#else
__device__ void give_back(float* piece) { free(piece); }
#endif
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float* const piece = i % 97 == 0 ? (float*)malloc(8) : nullptr;
  if (i % 97 == 0 && !piece) return;
  if (piece) *piece = factor * a[i];
  out[i] = (piece ? *piece : factor * a[i]) + b[i];
  if (piece) give_back(piece);
}
