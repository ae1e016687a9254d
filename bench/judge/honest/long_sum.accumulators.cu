// four sums side by side
__global__ void long_sum(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  float a[4] = {0, 0, 0, 0};
  int i = threadIdx.x;
  for (; i + 768 < n; i += 1024) {
#pragma unroll
    for (int j = 0; j < 4; ++j) a[j] += in[i + 256 * j];
  }
  for (; i < n; i += 256) a[0] += in[i];
  sum = (a[0] + a[1]) + (a[2] + a[3]);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = part[0];
}
