// Arithmetic beyond the plain kinds: double precision called from single, 64-bit and divided integers, slow paths.

#define EACH_ROUND(type, expression)                                  \
  const int i = blockIdx.x * blockDim.x + threadIdx.x;                \
  type v = static_cast<type>(1.25f + (threadIdx.x & 31) * 0.0625f);   \
  for (int r = 0; r < rounds; ++r) v = expression;                    \
  out[i] = static_cast<float>(v);

extern "C" __global__ void double_exp(float* out, int rounds) { EACH_ROUND(float, exp(-static_cast<double>(v)) + 1.0) }
extern "C" __global__ void double_sine(float* out, int rounds) { EACH_ROUND(float, sin(static_cast<double>(v)) + 1.5) }
extern "C" __global__ void double_divide(float* out, int rounds) { EACH_ROUND(float, 2.0 / static_cast<double>(v) + 0.3) }
extern "C" __global__ void double_one_chain(double* out, int rounds) {
  double v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = v * 0.999 + 0.5;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
extern "C" __global__ void single_power(float* out, int rounds) { EACH_ROUND(float, powf(v, 0.73f) + 0.4f) }
extern "C" __global__ void single_sine(float* out, int rounds) { EACH_ROUND(float, sinf(v) + 1.5f) }
extern "C" __global__ void single_root(float* out, int rounds) { EACH_ROUND(float, sqrtf(v) + 0.5f) }
// An element a thread, read and written: how functions and traffic go together.
extern "C" __global__ void double_exp_each(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = exp(static_cast<double>(in[i])) * 0.5;
}

template <typename T>
__device__ void divide_round(T* out, int rounds) {
  T v = threadIdx.x + 1000003, w = blockIdx.x + 7;
  for (int r = 0; r < rounds; ++r) v = v / w * 77 + v % (w + 3) + r;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
extern "C" __global__ void integer_divide(unsigned* out, int rounds) { divide_round(out, rounds); }
extern "C" __global__ void long_divide(unsigned long long* out, int rounds) { divide_round(out, rounds); }
extern "C" __global__ void long_multiply(unsigned long long* out, int rounds) {
  unsigned long long v[4];
  for (int c = 0; c < 4; ++c) v[c] = threadIdx.x + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) v[c] = v[c] * 6364136223846793005ull + 1442695040888963407ull;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v[0] + v[1] + v[2] + v[3];
}
extern "C" __global__ void integer_multiply(unsigned* out, int rounds) {
  unsigned v[8];
  for (int c = 0; c < 8; ++c) v[c] = threadIdx.x + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 8; ++c) v[c] = v[c] * 1664525u + 1013904223u;
  unsigned sum = 0;
  for (int c = 0; c < 8; ++c) sum += v[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void bit_counts(unsigned* out, int rounds) {
  unsigned v = threadIdx.x * 2654435761u;
  for (int r = 0; r < rounds; ++r) v = v * 3 + __popc(v) + __clz(v | 1) + __brev(v);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
extern "C" __global__ void conversions(float* out, int rounds) {
  float v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = static_cast<float>(static_cast<int>(v * 1.25f) & 0xffff) + 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
extern "C" __global__ void shuffles(float* out, int rounds) {
  float v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v += __shfl_xor_sync(~0u, v, r & 31) * 0.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
extern "C" __global__ void votes(unsigned* out, int rounds) {
  unsigned v = threadIdx.x;
  for (int r = 0; r < rounds; ++r) v = v * 5 + __ballot_sync(~0u, v & 1u << (r & 31)) + __popc(v);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
