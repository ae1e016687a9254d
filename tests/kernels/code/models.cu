// Kernels as applications write them: learning, finance, graphs, images, text.

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

__device__ float cumulative(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__global__ void black_scholes(const float* price, const float* strike, const float* years, float* call, float* put, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float rate = 0.02f, volatility = 0.3f, root = sqrtf(years[i]);
  const float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
  const float d2 = d1 - volatility * root, discounted = strike[i] * expf(-rate * years[i]);
  call[i] = price[i] * cumulative(d1) - discounted * cumulative(d2);
  put[i] = discounted * cumulative(-d2) - price[i] * cumulative(-d1);
}

__global__ void mandelbrot(int* out, int width, int height, int limit) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const double cx = -2.0 + 3.0 * x / width, cy = -1.5 + 3.0 * y / height;
  double zx = 0.0, zy = 0.0;
  int count = 0;
  while (count < limit && __dadd_rn(__dmul_rn(zx, zx), __dmul_rn(zy, zy)) < 4.0) {
    const double next = __dadd_rn(__dsub_rn(__dmul_rn(zx, zx), __dmul_rn(zy, zy)), cx);
    zy = __dadd_rn(__dmul_rn(2.0 * zx, zy), cy), zx = next, ++count;
  }
  out[y * width + x] = count;
}

// Points in a square, counted when in the circle; a linear congruence for each thread.
__global__ void monte_carlo_pi(unsigned* inside, unsigned seed, int rounds) {
  unsigned state = seed + 7919u * (blockIdx.x * blockDim.x + threadIdx.x), count = 0;
  for (int r = 0; r < rounds; ++r) {
    state = state * 1664525u + 1013904223u;
    const unsigned long long x = state >> 16;
    state = state * 1664525u + 1013904223u;
    const unsigned long long y = state >> 16;
    count += x * x + y * y < 65536ull * 65536ull;
  }
  count = __reduce_add_sync(0xffffffffu, count);
  if ((threadIdx.x & 31) == 0) atomicAdd(inside, count);
}

// Sparse matrices by rows: a thread a row, and a warp a row.
__global__ void spmv_thread(const int* offsets, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = offsets[row]; i < offsets[row + 1]; ++i) sum += values[i] * x[columns[i]];
  y[row] = sum;
}

__global__ void spmv_warp(const int* offsets, const int* columns, const float* values, const float* x, float* y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int i = offsets[row] + lane; i < offsets[row + 1]; i += 32) sum += values[i] * x[columns[i]];
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, offset);
  if (lane == 0) y[row] = sum;
}

// Complex numbers: products, and a transform of 16 points by its definition.
__global__ void complex_multiply(const float2* a, const float2* b, float2* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = make_float2(a[i].x * b[i].x - a[i].y * b[i].y, a[i].x * b[i].y + a[i].y * b[i].x);
}

__global__ void fourier_16(const double2* in, double2* out) {
  __shared__ double2 box[64];
  const int t = threadIdx.x, k = t & 15, first = t & ~15;
  box[t] = in[t];
  __syncthreads();
  double2 sum = make_double2(0.0, 0.0);
  for (int j = 0; j < 16; ++j) {
    double s, c;
    sincospi(-2.0 * j * k / 16.0, &s, &c);
    sum.x += box[first + j].x * c - box[first + j].y * s, sum.y += box[first + j].x * s + box[first + j].y * c;
  }
  out[t] = sum;
}

__device__ bool is_letter(unsigned char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

// Upper case, and the number of words that start in the text.
__global__ void text_words(const unsigned char* in, unsigned char* out, int* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const bool inside = i < n, starts = inside && is_letter(in[i]) && (i == 0 || !is_letter(in[i - 1]));
  if (inside) out[i] = in[i] >= 'a' && in[i] <= 'z' ? in[i] - 32 : in[i];
  const int count = __syncthreads_count(starts);
  if (threadIdx.x == 0) atomicAdd(words, count);
}

// Where a pattern stands: one thread a place.
__global__ void find_pattern(const unsigned char* text, const unsigned char* pattern, unsigned* found, int n, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool here = i + length <= n;
  for (int j = 0; here && j < length; ++j) here = text[i + j] == pattern[j];
  const unsigned bits = __ballot_sync(0xffffffffu, here);
  if ((threadIdx.x & 31) == 0) found[i >> 5] = bits;
}

// Edit distance of two short strings, diagonal by diagonal.
__global__ void edit_distance(const unsigned char* a, const unsigned char* b, int* out, int n, int m) {
  __shared__ int cells[3][65];
  const int t = threadIdx.x;
  for (int diagonal = 0; diagonal <= n + m; ++diagonal) {
    int *now = cells[diagonal % 3], *before = cells[(diagonal + 2) % 3], *older = cells[(diagonal + 1) % 3];
    const int i = t, j = diagonal - i;
    if (i <= n && j >= 0 && j <= m) {
      int best = i == 0 ? j : j == 0 ? i : min(before[i], before[i - 1]) + 1;
      if (i > 0 && j > 0) best = min(best, older[i - 1] + (a[i - 1] != b[j - 1]));
      now[i] = best;
      if (i == n && j == m) *out = best;
    }
    __syncthreads();
  }
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

// Levels of a tree of sums over an image: every cell the sum of all above and to the left.
__global__ void integral_rows(const int* in, long long* out, int width) {
  long long sum = 0;
  for (int x = 0; x < width; ++x) out[threadIdx.x * width + x] = sum += in[threadIdx.x * width + x];
}

__global__ void nbody_direct(const float4* bodies, float4* out, int n, float softening) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 self = bodies[i];
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
    const float dx = other.x - self.x, dy = other.y - self.y, dz = other.z - self.z;
    const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening), pull = other.w * inverse * inverse * inverse;
    x += dx * pull, y += dy * pull, z += dz * pull;
  }
  out[i] = make_float4(x, y, z, 0.0f);
}
