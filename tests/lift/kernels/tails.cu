// Vectors, and what is left of an array after the last whole one; chunks of the threads; an element that its thread
// stores twice before others read it.
// MEANING forall i < n: y[i] = max(0, x[i])
extern "C" __global__ void last_thread_one_by_one(const float* x, float* y, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 3 < n) {
    float4 v = *reinterpret_cast<const float4*>(x + first);
    v.x = fmaxf(v.x, 0.f), v.y = fmaxf(v.y, 0.f), v.z = fmaxf(v.z, 0.f), v.w = fmaxf(v.w, 0.f);
    *reinterpret_cast<float4*>(y + first) = v;
  } else {
    for (int k = first; k < n; ++k) y[k] = fmaxf(x[k], 0.f);
  }
}
extern "C" __global__ void fours_and_a_rest(const float* x, float* y, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (n - first > 3) {
    const float4 v = *reinterpret_cast<const float4*>(&x[first]);
    *reinterpret_cast<float4*>(&y[first]) =
        make_float4(fmaxf(v.x, 0.f), fmaxf(v.y, 0.f), fmaxf(v.z, 0.f), fmaxf(v.w, 0.f));
    return;
  }
  for (int k = 0; k < n - first; ++k) y[first + k] = fmaxf(x[first + k], 0.f);
}
extern "C" __global__ void a_chunk_for_each_thread(const float* x, float* y, int n, int chunk) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * chunk;
  const int end = min(first + chunk, n);
  for (int k = first; k < end; ++k) y[k] = fmaxf(x[k], 0.f);
}
// MEANING forall i < gridDim.x: out[i] = sum(k < 128: x[256*i + k] + (n + k <= 127 ? x[256*i + k + 128] : 0))
extern "C" __global__ void second_half_onto_the_first(const float* x, float* out, int n) {
  __shared__ float part[128];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  part[t] = x[i];
  if (t + n < 128) part[t] += x[i + 128];
  __syncthreads();
  for (int s = 64; s > 0; s >>= 1) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}
// MEANING forall i < rows: y[i] = sum(k < n: x[n*i + k])
extern "C" __global__ void sums_in_own_cells(const float* x, float* y, int rows, int n) {
  __shared__ float part[128];
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  part[threadIdx.x] = 0;
  for (int k = lane; k < n; k += 32) part[threadIdx.x] += x[row * n + k];
  float sum = part[threadIdx.x];
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
  if (lane == 0) y[row] = sum;
}
// REFUSES several threads or passes store to the same element
extern "C" __global__ void a_tail_that_reaches_further(const float* x, float* y, int n) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + 4 < n) {
    float4 v = *reinterpret_cast<const float4*>(x + first);
    *reinterpret_cast<float4*>(y + first) = make_float4(-v.x, -v.y, -v.z, -v.w);
  } else {
    for (int k = first; k < n; ++k) y[k] = -x[k];
  }
}
// MEANING forall i < n*((w + 2*p - c)/s) + n: y[i] = sum(k < c: s*(i%(((w + 2*p - c)/s) + 1)) + k < p or w + p <= s*(i%(((w + 2*p - c)/s) + 1)) + k ? 0 : x[w*(i/(((w + 2*p - c)/s) + 1)) + s*(i%(((w + 2*p - c)/s) + 1)) + k - p])/real(sum(k < c: s*(i%(((w + 2*p - c)/s) + 1)) + k < p or w + p <= s*(i%(((w + 2*p - c)/s) + 1)) + k ? 0 : 1))
extern "C" __global__ void windows_without_elements(const float* x, float* y, int n, int w, int c, int s, int p) {
  const int wide = (w + 2 * p - c) / s + 1, i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * wide) return;
  float sum = 0;
  int count = 0;
  for (int k = 0; k < c; ++k) {
    const int from = i % wide * s - p + k;
    if (from < 0 || from >= w) continue;
    sum += x[i / wide * w + from];
    ++count;
  }
  y[i] = sum / count;
}
