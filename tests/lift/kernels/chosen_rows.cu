// MEANING forall i < n: out[i] = exp(x[i]); forall i < n where 1 < gridDim.y: out[n + i] = log(x[i])
extern "C" __global__ void by_block(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (blockIdx.y == 0) out[i] = expf(x[i]);
  if (blockIdx.y == 1) out[n + i] = logf(x[i]);
}
// MEANING forall i < n: out[i] = exp(x[i]); forall i < n: out[n + i] = log(x[i])
extern "C" __global__ void both_rows(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = expf(x[i]);
  out[n + i] = logf(x[i]);
}
// MEANING forall i < gridDim.x: out[i] = sum(k < n: x[n*i + k])
extern "C" __global__ void leader(const float* x, float* out, int n) {
  if (threadIdx.x != 0) return;
  float s = 0;
  for (int k = 0; k < n; ++k) s += x[blockIdx.x * n + k];
  out[blockIdx.x] = s;
}
