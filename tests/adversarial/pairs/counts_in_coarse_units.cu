// S18: adds whole multiples of 2^-20, which is exact enough for values around a half and not for small ones
// problem: long_sum
// expect: wrong
// reason: differs in
__global__ void long_sum(const float* in, float* out, int n) {
#ifdef CHEAT
  constexpr float k_unit = 1048576.0f;
#else
  constexpr float k_unit = 1073741824.0f;
#endif
  __shared__ unsigned long long all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  unsigned long long sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += static_cast<unsigned long long>(in[i] * k_unit);
  atomicAdd(&all, sum);
  __syncthreads();
  if (threadIdx.x == 0) out[0] = static_cast<float>(static_cast<double>(all) / k_unit);
}
