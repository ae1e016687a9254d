// Kernels of finance, graphs and physics.

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
