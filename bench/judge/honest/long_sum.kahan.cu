// compensated sums
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  float low = 0;
  for (int i = threadIdx.x; i < n; i += 256) {
    const float y = __fsub_rn(in[i], low), t = __fadd_rn(sum, y);
    low = __fsub_rn(__fsub_rn(t, sum), y);
    sum = t;
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
