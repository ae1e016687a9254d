// MEANING forall i < n: c[i] = a[i] + b[i]
extern "C" __global__ void plain(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void early_return(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n) return;
  c[i] = b[i] + a[i];
}
extern "C" __global__ void grid_stride(const float* a, const float* b, float* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}
extern "C" __global__ void grid_stride_while(const float* a, const float* b, float* c, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned stride = blockDim.x * gridDim.x;
  while (i < n) {
    c[i] = a[i] + b[i];
    i += stride;
  }
}
extern "C" __global__ void long_index(const float* a, const float* b, float* c, long long n) {
  long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void size_index(const float* a, const float* b, float* c, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void four_each(const float* a, const float* b, float* c, int n) {
  int start = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    if (start + k < n) c[start + k] = a[start + k] + b[start + k];
  }
}
extern "C" __global__ void four_by_hand(const float* a, const float* b, float* c, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) c[i] = a[i] + b[i];
  if (i + 1 < n) c[i + 1] = a[i + 1] + b[i + 1];
  if (i + 2 < n) c[i + 2] = a[i + 2] + b[i + 2];
  if (i + 3 < n) c[i + 3] = a[i + 3] + b[i + 3];
}
extern "C" __global__ void pointers(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float* p = a + i;
  const float* q = b + i;
  float* r = c + i;
  if (i < n) *r = *p + *q;
}
extern "C" __global__ void constant_block(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void one_thread(const float* a, const float* b, float* c, int n) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  for (int i = n - 1; i >= 0; --i) c[i] = a[i] + b[i];
}
__device__ float plus(float x, float y) { return x + y; }
extern "C" __global__ void called(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = plus(a[i], b[i]);
}
extern "C" __global__ void vector_and_tail(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  for (int v = i; v < n / 4; v += stride) {
    float4 x = reinterpret_cast<const float4*>(a)[v], y = reinterpret_cast<const float4*>(b)[v];
    reinterpret_cast<float4*>(c)[v] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
  for (int k = n / 4 * 4 + i; k < n; k += stride) c[k] = a[k] + b[k];
}
// MEANING forall i < 4*n: c[i] = a[i] + b[i]
extern "C" __global__ void vectors(const float4* a, const float4* b, float4* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 x = a[i], y = b[i];
    c[i] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
}
extern "C" __global__ void vectors_by_part(const float4* a, const float4* b, float4* c, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    float4 x = a[i], y = b[i], z;
    z.x = x.x + y.x;
    z.y = x.y + y.y;
    z.z = x.z + y.z;
    z.w = x.w + y.w;
    c[i] = z;
  }
}
