// Division and remainder by run-time values and by constants, 32 and 64 bits.

__global__ void divide_32(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] / b[i] + a[i] % b[i];
}

__global__ void divide_u32(const unsigned* a, unsigned d, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] / d * 3 + a[i] % d;
}

__global__ void divide_64(const long long* a, const long long* b, long long* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] / b[i] + a[i] % b[i];
}

__global__ void divide_constants(const unsigned* a, const long long* b, unsigned* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] / 7 + a[i] % 1000 + static_cast<unsigned>(b[i] / 13) + static_cast<unsigned>(b[i] % 641);
}

__global__ void divide_floats(const float* a, const float* b, const double* c, float* out, double* wide, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = a[i] / b[i];
  wide[i] = c[i] / (c[i] + 3.0) + sqrt(c[i]);
}
