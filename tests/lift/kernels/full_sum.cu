// MEANING out[0] += sum(k < n: x[k])
extern "C" __global__ void each_thread(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, x[i]);
}
extern "C" __global__ void strided_threads(const float* x, float* out, int n) {
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) s += x[i];
  atomicAdd(out, s);
}
extern "C" __global__ void tree(const float* x, float* out, int n) {
  extern __shared__ float sh[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sh[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) sh[t] += sh[t + s];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, sh[0]);
}
extern "C" __global__ void tree_of_256(const float* x, float* out, int n) {
  __shared__ float sh[256];
  unsigned t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * 256 + t; i < n; i += 256 * gridDim.x) v += x[i];
  sh[t] = v;
  __syncthreads();
  for (unsigned s = 128; s >= 1; s /= 2) {
    if (t < s) sh[t] = sh[t] + sh[t + s];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, sh[0]);
}
extern "C" __global__ void growing_tree(const float* x, float* out, int n) {
  extern __shared__ float sh[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sh[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) sh[t] += sh[t + s];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, sh[0]);
}
extern "C" __global__ void growing_tree_dense(const float* x, float* out, int n) {
  extern __shared__ float sh[];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sh[t] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    unsigned at = 2 * s * t;
    if (at < blockDim.x) sh[at] += sh[at + s];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, sh[0]);
}
extern "C" __global__ void tree_written_out(const float* x, float* out, int n) {
  __shared__ float sh[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  sh[t] = i < n ? x[i] : 0;
  __syncthreads();
  if (t < 128) sh[t] += sh[t + 128];
  __syncthreads();
  if (t < 64) sh[t] += sh[t + 64];
  __syncthreads();
  if (t < 32) sh[t] += sh[t + 32];
  __syncwarp();
  if (t < 16) sh[t] += sh[t + 16];
  __syncwarp();
  if (t < 8) sh[t] += sh[t + 8];
  __syncwarp();
  if (t < 4) sh[t] += sh[t + 4];
  __syncwarp();
  if (t < 2) sh[t] += sh[t + 2];
  __syncwarp();
  if (t == 0) sh[0] += sh[1];
  if (t == 0) atomicAdd(out, sh[0]);
}
__device__ float sum_of_warp(float v) {
  for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
  return v;
}
__device__ float sum_of_warp_for_all(float v) {
#pragma unroll
  for (int mask = 16; mask; mask /= 2) v += __shfl_xor_sync(~0u, v, mask, 32);
  return v;
}
extern "C" __global__ void warps(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = sum_of_warp(i < n ? x[i] : 0.f);
  if ((threadIdx.x & 31) == 0) atomicAdd(out, v);
}
extern "C" __global__ void warps_then_block(const float* x, float* out, int n) {
  __shared__ float part[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += x[i];
  v = sum_of_warp(v);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) part[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
  if (warp == 0) v = sum_of_warp(v);
  if (threadIdx.x == 0) atomicAdd(out, v);
}
extern "C" __global__ void butterfly(const float* x, float* out, int n) {
  __shared__ float part[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += x[i];
  v = sum_of_warp_for_all(v);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = lane < (blockDim.x >> 5) ? part[lane] : 0.0f;
    v = sum_of_warp_for_all(v);
    if (lane == 0) atomicAdd(out, v);
  }
}
extern "C" __global__ void block_in_shared(const float* x, float* out, int n) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&total, x[i]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, total);
}
extern "C" __global__ void tree_then_warp(const float* x, float* out, int n) {
  extern __shared__ float sh[];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sh[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 16; s >>= 1) {
    if (t < s) sh[t] += sh[t + s];
    __syncthreads();
  }
  if (t < 32) {
    float v = sum_of_warp(sh[t]);
    if (t == 0) atomicAdd(out, v);
  }
}
extern "C" __global__ void first_thread_adds_up(const float* x, float* out, int n) {
  extern __shared__ float sh[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  sh[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0;
    for (int k = 0; k < blockDim.x; ++k) s += sh[k];
    atomicAdd(out, s);
  }
}
extern "C" __global__ void two_per_thread(const float* x, float* out, int n) {
  extern __shared__ float sh[];
  int t = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + t;
  float v = i < n ? x[i] : 0;
  if (i + blockDim.x < n) v += x[i + blockDim.x];
  sh[t] = v;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) sh[t] += sh[t + s];
    __syncthreads();
  }
  if (t == 0) atomicAdd(out, sh[0]);
}
