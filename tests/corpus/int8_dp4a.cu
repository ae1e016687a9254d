// 8-bit products with four-way and two-way dot products.

__global__ void int8_dot(const int* a, const int* b, int* c, int n, int k4) {
  const int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = 0; i < k4; ++i) sum = __dp4a(a[row * k4 + i], b[i * n + col], sum);
  c[row * n + col] = sum;
}

__global__ void uint8_dot(const unsigned* a, const unsigned* b, unsigned* c, int k4) {
  unsigned sum = 0;
  for (int i = 0; i < k4; ++i) sum = __dp4a(a[i], b[i * blockDim.x + threadIdx.x], sum);
  c[threadIdx.x] = sum;
}

__global__ void int16_dot(const short2* a, const char4* b, int* c, int k4) {
  int sum = 0;
  for (int i = 0; i < k4; ++i) {
    sum = __dp2a_lo(a[2 * i], b[i], sum);
    sum = __dp2a_hi(a[2 * i + 1], b[i], sum);
  }
  c[threadIdx.x] = sum;
}

__global__ void quantise(const float* in, signed char* out, float scale, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<signed char>(max(-128, min(127, __float2int_rn(in[i] * scale))));
}
