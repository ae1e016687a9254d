// Fourier transforms of 1024 points, radix 4, a block each.

__device__ float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__device__ float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

__device__ void radix_4(float2& a, float2& b, float2& c, float2& d) {
  const float2 s0 = a + c, s1 = a - c, s2 = b + d, s3 = b - d;
  a = s0 + s2;
  b = make_float2(s1.x + s3.y, s1.y - s3.x);
  c = s0 - s2;
  d = make_float2(s1.x - s3.y, s1.y + s3.x);
}

__global__ void __launch_bounds__(256) fft_1024(float2* data) {
  __shared__ float2 points[1024];
  float2* mine = data + blockIdx.x * 1024;
  float2 v[4];
  for (int i = 0; i < 4; ++i) v[i] = mine[threadIdx.x + 256 * i];
  for (int span = 1; span < 1024; span *= 4) {
    const int place = threadIdx.x % span;
    for (int i = 1; i < 4; ++i) {
      float s, c;
      __sincosf(-6.2831853f * i * place / (4 * span), &s, &c);
      v[i] = v[i] * make_float2(c, s);
    }
    radix_4(v[0], v[1], v[2], v[3]);
    const int base = (threadIdx.x / span) * span * 4 + place;
    __syncthreads();
    for (int i = 0; i < 4; ++i) points[base + i * span] = v[i];
    __syncthreads();
    for (int i = 0; i < 4; ++i) v[i] = points[threadIdx.x + 256 * i];
  }
  for (int i = 0; i < 4; ++i) mine[threadIdx.x + 256 * i] = v[i];
}
