// Kernels of many shapes without shared memory: both compilers must make the same instructions of them.
struct Layout {
  int rows, cols, stride;
  float scale[4];
};

__global__ void naive_gemm(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

__global__ void layer_norm(const float4* __restrict__ x, float4* __restrict__ y, Layout layout) {
  const float4 v = x[blockIdx.x * layout.stride + threadIdx.x];
  float sum = v.x + v.y + v.z + v.w;
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, d);
  const float mean = sum / layout.cols;
  float square = (v.x - mean) * (v.x - mean) + (v.y - mean) * (v.y - mean);
  for (int d = 16; d > 0; d >>= 1) square += __shfl_down_sync(0xffffffffu, square, d);
  const float inverse = rsqrtf(square / layout.cols + 1e-5f);
  y[blockIdx.x * layout.stride + threadIdx.x] =
      make_float4(v.x * inverse * layout.scale[0], v.y * inverse * layout.scale[1], v.z * inverse, v.w * inverse);
}

__global__ void histogram(const unsigned char* in, unsigned* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i]], 1u);
}

__global__ void bodies(const float4* p, float3* force, int n) {
  const float4 me = p[blockIdx.x * blockDim.x + threadIdx.x];
  float3 f = {0, 0, 0};
#pragma unroll 8
  for (int j = 0; j < n; ++j) {
    const float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z;
    const float r = dx * dx + dy * dy + dz * dz + 1e-9f;
    const float s = p[j].w / (r * sqrtf(r));
    f.x += dx * s, f.y += dy * s, f.z += dz * s;
  }
  force[blockIdx.x * blockDim.x + threadIdx.x] = f;
}

__global__ void stencil(const double* in, double* out, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= nx - 1 || y >= ny - 1) return;
  const long long i = static_cast<long long>(y) * nx + x;
  out[i] = 0.25 * (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx]) + exp(-in[i]) / 3.0;
}

__global__ void sparse(const int* rows, const int* cols, const float* values, const float* x, float* y, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n) return;
  float sum = 0;
  for (int k = rows[row]; k < rows[row + 1]; ++k) sum = fmaf(values[k], __ldg(&x[cols[k]]), sum);
  y[row] = sum;
}

__global__ void dots(const int* a, const int* b, int* c) { c[threadIdx.x] = __dp4a(a[threadIdx.x], b[threadIdx.x], c[threadIdx.x]); }

__device__ __noinline__ float branchy(float x, int kind) {
  switch (kind) {
    case 0: return sinf(x);
    case 1: return tanhf(x);
    case 2: return erff(x);
    case 3: return x / (1.0f + expf(-x));
    case 4: return powf(x, 1.7f);
    case 5: return log1pf(x);
    default: return x;
  }
}

__global__ void activations(const float* x, float* y, int kind) {
  float local[16];
  for (int i = 0; i < 16; ++i) local[i] = branchy(x[i * 32 + threadIdx.x], kind + i);
  y[threadIdx.x] = local[kind & 15] + local[(kind * 7) & 15];
}

__global__ void search(const int* sorted, const int* keys, int* where, int n) {
  int low = 0, high = n;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (sorted[middle] < keys[threadIdx.x]) low = middle + 1;
    else high = middle;
  }
  where[threadIdx.x] = low;
}
