// pairs of halves, sums in half
#include <cuda_fp16.h>
__global__ void half_rows(const __half* in, const __half* weight, __half* out, int cols) {
  const __half* row = in + blockIdx.x * cols;
  __half2 sum = __float2half2_rn(0);
  const __half2 *x = reinterpret_cast<const __half2*>(row), *y = reinterpret_cast<const __half2*>(weight);
  for (int i = threadIdx.x; i < cols / 2; i += 32) sum = __hfma2(x[i], y[i], sum);
  float all = __low2float(sum) + __high2float(sum);
  for (int s = 16; s; s /= 2) all += __shfl_xor_sync(~0u, all, s);
  if (threadIdx.x == 0) out[blockIdx.x] = __float2half(all);
}
