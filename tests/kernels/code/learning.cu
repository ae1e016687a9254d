// Kernels of learning: gates, optimisers, attention, clustering, quantised rows.

__global__ void silu_gate(const float* gate, const float* up, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = gate[i] / (1.0f + __expf(-gate[i])) * up[i];
}

__global__ void adam(float* weights, const float* gradients, float* m, float* v, float rate, int step, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float g = gradients[i];
  m[i] = 0.9f * m[i] + 0.1f * g;
  v[i] = 0.999f * v[i] + 0.001f * g * g;
  const float mean = m[i] / (1.0f - powf(0.9f, step)), spread = v[i] / (1.0f - powf(0.999f, step));
  weights[i] -= rate * mean / (sqrtf(spread) + 1e-8f);
}

// One query row a block: scores in shared memory, softmax, then the weighted sum.
__global__ void attention_plain(const float* q, const float* k, const float* v, float* out, int length, int width) {
  extern __shared__ float scores[];
  __shared__ float total;
  const int row = blockIdx.x;
  for (int j = threadIdx.x; j < length; j += blockDim.x) {
    float sum = 0.0f;
    for (int i = 0; i < width; ++i) sum += q[row * width + i] * k[j * width + i];
    scores[j] = j <= row ? sum * rsqrtf(static_cast<float>(width)) : -INFINITY;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    float high = -INFINITY, sum = 0.0f;
    for (int j = 0; j < length; ++j) high = fmaxf(high, scores[j]);
    for (int j = 0; j < length; ++j) sum += scores[j] = expf(scores[j] - high);
    total = sum;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += blockDim.x) {
    float sum = 0.0f;
    for (int j = 0; j <= row; ++j) sum += scores[j] * v[j * width + i];
    out[row * width + i] = sum / total;
  }
}

__global__ void kmeans_assign(const float* points, const float* centres, int* owner, float* distance, int n, int k, int dims) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float best = INFINITY;
  int at = 0;
  for (int c = 0; c < k; ++c) {
    float sum = 0.0f;
    for (int d = 0; d < dims; ++d) {
      const float delta = points[i * dims + d] - centres[c * dims + d];
      sum = fmaf(delta, delta, sum);
    }
    if (sum < best) best = sum, at = c;
  }
  owner[i] = at, distance[i] = best;
}

__global__ void quantise_rows(const float* in, signed char* out, float* scales, int cols) {
  __shared__ float box[64];
  const int row = blockIdx.x, t = threadIdx.x;
  float high = 0.0f;
  for (int c = t; c < cols; c += 64) high = fmaxf(high, fabsf(in[row * cols + c]));
  box[t] = high;
  for (int stride = 32; stride > 0; stride >>= 1) {
    __syncthreads();
    if (t < stride) box[t] = fmaxf(box[t], box[t + stride]);
  }
  __syncthreads();
  const float scale = box[0] / 127.0f;
  for (int c = t; c < cols; c += 64) out[row * cols + c] = static_cast<signed char>(__float2int_rn(in[row * cols + c] / scale));
  if (t == 0) scales[row] = scale;
}

__global__ void dequantise_rows(const signed char* in, const float* scales, float* out, int cols) {
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = in[blockIdx.x * cols + c] * scales[blockIdx.x];
}

__global__ void dropout(const float* in, float* out, unsigned seed, float keep, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned x = seed ^ i * 0x9e3779b9u;
  x ^= x >> 16, x *= 0x85ebca6bu, x ^= x >> 13, x *= 0xc2b2ae35u, x ^= x >> 16;
  out[i] = (x >> 8) * 5.9604645e-8f < keep ? in[i] / keep : 0.0f;
}
