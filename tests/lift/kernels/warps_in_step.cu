// The last steps of a tree in one warp: without barriers, as before Volta, and with barriers of the warp.
// MEANING forall i < gridDim.x: out[i] = sum(k < 256: 256*i + k < n ? x[256*i + k] : 0)
// SAME 3: a thread of the next warp, which only running tells; of the last step one element is read
extern "C" __global__ void volatile_tail(const float* x, float* out, int n) {
  __shared__ float sums[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  sums[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = 128; s > 32; s >>= 1) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile float* last = sums;
    last[t] += last[t + 32];
    last[t] += last[t + 16];
    last[t] += last[t + 8];
    last[t] += last[t + 4];
    last[t] += last[t + 2];
    last[t] += last[t + 1];
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
// SAME 3: a thread of the next warp, which only running tells; of the last step one element is read
extern "C" __global__ void synchronised_tail(const float* x, float* out, int n) {
  __shared__ float sums[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  sums[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = 128; s > 32; s >>= 1) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t < 32) {
    sums[t] += sums[t + 32];
    __syncwarp();
    sums[t] += sums[t + 16];
    __syncwarp();
    sums[t] += sums[t + 8];
    __syncwarp();
    sums[t] += sums[t + 4];
    __syncwarp();
    sums[t] += sums[t + 2];
    __syncwarp();
    sums[t] += sums[t + 1];
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
// SAME 1: a thread of the next warp, which only running tells
extern "C" __global__ void register_tail(const float* x, float* out, int n) {
  __shared__ float sums[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  sums[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = 128; s > 32; s >>= 1) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t < 32) {
    float sum = sums[t] + sums[t + 32];
    for (int s = 16; s > 0; s /= 2) {
      __syncwarp();
      sums[t] = sum;
      __syncwarp();
      sum += sums[t + s];
    }
    if (t == 0) out[blockIdx.x] = sum;
  }
}
// MEANING forall i < gridDim.x: out[i] = sum(l < 128: sum(k < (n + 128*gridDim.x - 128*i - l - 1)/(128*gridDim.x): x[128*gridDim.x*k + 128*i + l]))
// SAME 3: a thread of the next warp, which only running tells; of the last step one element is read
extern "C" __global__ void summed_in_shared_memory(const float* x, float* out, int n) {
  __shared__ float sums[128];
  int t = threadIdx.x;
  sums[t] = 0;
  for (int i = blockIdx.x * 128 + t; i < n; i += gridDim.x * 128) sums[t] += x[i];
  __syncthreads();
  for (int s = 64; s > 32; s >>= 1) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t < 32) {
    volatile float* last = sums;
    last[t] += last[t + 32];
    last[t] += last[t + 16];
    last[t] += last[t + 8];
    last[t] += last[t + 4];
    last[t] += last[t + 2];
    last[t] += last[t + 1];
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
