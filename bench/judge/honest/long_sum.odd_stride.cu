// each thread a stride of seven runs
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int first = threadIdx.x * 7; first < n; first += 256 * 7) {
    for (int i = first; i < min(n, first + 7); ++i) sum += in[i];
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
