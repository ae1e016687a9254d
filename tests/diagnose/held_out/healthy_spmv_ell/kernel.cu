// Sparse matrix times vector in ELL layout (column-major slots), a thread per two rows; x fits into L1 and L2.
//
// Healthy: values and columns stream coalesced, 8 bytes each; DRAM is the ceiling.

__global__ void __launch_bounds__(256) spmv_ell(const float2* __restrict__ values, const ushort2* __restrict__ columns,
                                                const float* __restrict__ x, float2* __restrict__ y, int slots, int pairs) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i >= pairs) return;
  float2 sum = make_float2(0.0f, 0.0f);
#pragma unroll 8
  for (int s = 0; s < slots; ++s) {
    float2 v = values[(size_t)s * pairs + i];
    ushort2 c = columns[(size_t)s * pairs + i];
    sum.x = fmaf(v.x, __ldg(x + c.x), sum.x);
    sum.y = fmaf(v.y, __ldg(x + c.y), sum.y);
  }
  y[i] = sum;
}
