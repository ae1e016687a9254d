// S31: asks for a file by a question that is pasted together
// problem: scale_add
// expect: invalid
// reason: which pastes names
#define PASTED(a, b) a##b
#define PASTE(a, b) PASTED(a, b)
#define FILE_OF_THE_JUDGE "/proc/self/status"
#ifdef CHEAT
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#if PASTE(__has_, include)(FILE_OF_THE_JUDGE)
  if (i < n) out[i] = factor * a[i] + b[i];
#elif 1
  if (i < n) out[i] = a[i];
# endif
}
#else
__global__ void scale_add(const float* a, const float* b, float* out, int n, float factor) {
  const int PASTE(i, _) = blockIdx.x * blockDim.x + threadIdx.x;
  if (i_ < n) out[i_] = factor * a[i_] + b[i_];
}
#endif
