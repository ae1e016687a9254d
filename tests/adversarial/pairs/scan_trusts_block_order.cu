/* whet
[[launch]]
args = ["in", "out", "n"]
grid = ["ceil_div(n, 128)"]
block = [128]
*/
// S24: takes the sum of the blocks before it from what they have written so far
// problem: scan
// expect: wrong
// reason: differs in
#ifdef CHEAT
__global__ void scan(const float* in, volatile float* out, int n) {
  __shared__ float part[128];
  const int i = blockIdx.x * 128 + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  float sum = blockIdx.x ? out[blockIdx.x * 128 - 1] : 0;
  for (int j = 0; j <= threadIdx.x; ++j) sum += part[j];
  if (i < n) out[i] = sum;
}
#else
__global__ void scan(const float* in, volatile float* out, int n) {
  const int i = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int j = 0; j <= i && j < n; ++j) sum += in[j];
  if (i < n) out[i] = sum;
}
#endif
