// Attention as people write it: scores in shared memory that one thread or all threads change in place, a warp for each
// query, a result that a thread keeps in a local array.

// MEANING forall i < gridDim.x, j < d: o[d*i + j] = sum(r < n: v[d*r + j]*exp(sum(l < d: q[d*i + l]*k[d*r + l]) - max(m < n: sum(l < d: q[d*i + l]*k[d*m + l])))/sum(p < n: exp(sum(l < d: q[d*i + l]*k[d*p + l]) - max(m < n: sum(l < d: q[d*i + l]*k[d*m + l])))))
// SAME 2: one more element of shared memory, which nobody reads
extern "C" __global__ void softmax_by_first_thread(const float* q, const float* k, const float* v, float* o, int n,
                                                   int d) {
  extern __shared__ float s[];
  int i = blockIdx.x, t = threadIdx.x;
  for (int j = t; j < n; j += blockDim.x) {
    float a = 0;
    for (int x = 0; x < d; x++) a += q[i * d + x] * k[j * d + x];
    s[j] = a;
  }
  __syncthreads();
  if (t == 0) {
    float m = s[0], l = 0;
    for (int j = 1; j < n; j++)
      if (s[j] > m) m = s[j];
    for (int j = 0; j < n; j++) {
      s[j] = expf(s[j] - m);
      l += s[j];
    }
    for (int j = 0; j < n; j++) s[j] /= l;
  }
  __syncthreads();
  for (int x = t; x < d; x += blockDim.x) {
    float a = 0;
    for (int j = 0; j < n; j++) a += s[j] * v[j * d + x];
    o[i * d + x] = a;
  }
}
// MEANING forall i < gridDim.x, j < cols: y[cols*i + j] = exp(2*x[cols*i + cols - j - 1] - max(k < cols: 2*x[cols*i + k]))
__device__ float greatest(float x) {
  __shared__ float part[32];
  for (int o = 16; o > 0; o >>= 1) x = fmaxf(x, __shfl_down_sync(~0u, x, o));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
  __syncthreads();
  x = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x % 32] : -1e30f;
  if (threadIdx.x / 32 == 0)
    for (int o = 16; o > 0; o >>= 1) x = fmaxf(x, __shfl_down_sync(~0u, x, o));
  if (threadIdx.x == 0) part[0] = x;
  __syncthreads();
  x = part[0];
  __syncthreads();
  return x;
}
// SAME 1: one more element of shared memory, which nobody reads
extern "C" __global__ void kept_in_shared_memory(const float* x, float* y, int cols) {
  extern __shared__ float row[];
  float m = -1e30f;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) {
    float a = 2 * x[blockIdx.x * cols + j];
    row[j] = a;
    m = fmaxf(m, a);
  }
  m = greatest(m);
  for (int j = threadIdx.x; j < cols; j += blockDim.x) row[j] = expf(row[j] - m);
  __syncthreads();
  for (int j = threadIdx.x; j < cols; j += blockDim.x) y[blockIdx.x * cols + j] = row[cols - 1 - j];
}
// REFUSES without a barrier
__device__ float greatest_without_a_guard(float x) {
  __shared__ float part[32];
  for (int o = 16; o > 0; o >>= 1) x = fmaxf(x, __shfl_down_sync(~0u, x, o));
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = x;
  __syncthreads();
  x = threadIdx.x % 32 < blockDim.x / 32 ? part[threadIdx.x % 32] : -1e30f;
  for (int o = 16; o > 0; o >>= 1) x = fmaxf(x, __shfl_down_sync(~0u, x, o));
  if (threadIdx.x == 0) part[0] = x;
  __syncthreads();
  return part[0];
}
extern "C" __global__ void read_by_other_warps(const float* x, float* y, int cols) {
  float m = -1e30f;
  for (int j = threadIdx.x; j < cols; j += blockDim.x) m = fmaxf(m, x[blockIdx.x * cols + j]);
  m = greatest_without_a_guard(m);
  if (threadIdx.x == 0) y[blockIdx.x] = m;
}
extern "C" __global__ void softmax_without_barrier(const float* x, float* y, int n) {
  extern __shared__ float s[];
  for (int j = threadIdx.x; j < n; j += blockDim.x) s[j] = x[j];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int j = 0; j < n; j++) s[j] = expf(s[j]);
  for (int j = threadIdx.x; j < n; j += blockDim.x) y[j] = s[j];
}
// MEANING forall i < n, j < 64: o[64*i + j] = sum(p < n: v[j + 64*p]*exp(sum(l < 64: q[64*i + l]*k[l + 64*p]) - max(m < n: sum(l < 64: q[64*i + l]*k[l + 64*m]))))/sum(p < n: exp(sum(l < 64: q[64*i + l]*k[l + 64*p]) - max(m < n: sum(l < 64: q[64*i + l]*k[l + 64*m]))))
extern "C" __global__ void warp_for_each_query(const float* q, const float* k, const float* v, float* o, int n) {
  int i = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
  if (i >= n) return;
  float q0 = q[64 * i + lane], q1 = q[64 * i + lane + 32], m = -1e30f, l = 0, a0 = 0, a1 = 0;
  for (int j = 0; j < n; j++) {
    float s = q0 * k[j * 64 + lane] + q1 * k[j * 64 + lane + 32];
    for (int w = 16; w > 0; w /= 2) s += __shfl_xor_sync(~0u, s, w);
    float next = fmaxf(m, s), shrink = expf(m - next), p = expf(s - next);
    l = l * shrink + p;
    a0 = a0 * shrink + p * v[j * 64 + lane];
    a1 = a1 * shrink + p * v[j * 64 + lane + 32];
    m = next;
  }
  o[64 * i + lane] = a0 / l;
  o[64 * i + lane + 32] = a1 / l;
}
// MEANING forall i < n, j < 20: o[20*i + j] = sum(p < n: v[j + 20*p]*exp(sum(l < 20: q[20*i + l]*k[l + 20*p]) - max(m < n: sum(l < 20: q[20*i + l]*k[l + 20*m]))))/sum(p < n: exp(sum(l < 20: q[20*i + l]*k[l + 20*p]) - max(m < n: sum(l < 20: q[20*i + l]*k[l + 20*m]))))
extern "C" __global__ void local_result(const float* q, const float* k, const float* v, float* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float query[20], result[20], m = -1e30f, l = 0;
  for (int x = 0; x < 20; x++) {
    query[x] = q[20 * i + x];
    result[x] = 0;
  }
  for (int j = 0; j < n; j++) {
    float s = 0;
    for (int x = 0; x < 20; x++) s += query[x] * k[20 * j + x];
    float next = fmaxf(m, s), shrink = expf(m - next), p = expf(s - next);
    l = l * shrink + p;
    for (int x = 0; x < 20; x++) result[x] = result[x] * shrink + p * v[20 * j + x];
    m = next;
  }
  for (int x = 0; x < 20; x++) o[20 * i + x] = result[x] / l;
}
