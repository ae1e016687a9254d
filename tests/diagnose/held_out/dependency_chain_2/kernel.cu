// Energy statistic of two samples: the compensated (Kahan) sum of |x - w| over 1024 reference values, for each x.
//
// Wrong:  one running sum. Each of its four additions waits for the one before, and the next term for all of them; with
//         one warp on each scheduler (16896 values) nothing fills the gaps.
// Rules:  the chain of additions: 4 x 1024 of them, one latency each.
// Mend:   four compensated sums over every fourth term, combined at the end.

__global__ void __launch_bounds__(128) energy(const float* __restrict__ x, const float* __restrict__ reference, float* __restrict__ out,
                                              int n) {
  __shared__ float w[1024];
  for (int k = threadIdx.x; k < 1024; k += 128) w[k] = reference[k];
  __syncthreads();
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= n) return;
  float v = x[i], sum = 0.0f, lost = 0.0f;
#pragma unroll 16
  for (int k = 0; k < 1024; ++k) {
    float term = fabsf(v - w[k]) - lost;
    float next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  out[i] = sum;
}
