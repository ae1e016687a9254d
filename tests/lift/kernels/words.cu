// Integers as words of bits: hash functions, random numbers, fields, shifts.
// MEANING forall i < n: y[i] = xor(x[i], wrap(8192*x[i], -32))
extern "C" __global__ void shifted_and_mixed(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] ^ (x[i] << 13);
}
extern "C" __global__ void multiplied_and_mixed(const int* x, int* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = (x[i] * 8192) ^ x[i];
}
// MEANING forall i < n: y[i] = wrap(1664525*x[i] + 1013904223, 32)%100
extern "C" __global__ void random_number(const unsigned* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (1664525u * x[i] + 1013904223u) % 100u;
}
__device__ unsigned next_random(unsigned seed) { return seed * 1664525u + 1013904223u; }
extern "C" __global__ void random_by_function(const unsigned* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned r = next_random(x[i]);
  y[i] = r - r / 100u * 100u;
}
// MEANING forall i < n: y[i] = and(1, shr(x[i], k[i]))
extern "C" __global__ void one_bit(const unsigned* x, const int* k, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (x[i] >> k[i]) & 1u;
}
// MEANING forall i < n: y[i] = or(x[i], wrap(shl(1, k[i]), -32))
extern "C" __global__ void set_bit(const int* x, const int* k, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] | (1 << k[i]);
}
// MEANING forall i < n: y[i] = shr(3*wrap(x[i], 32), 32)
extern "C" __global__ void high_half(const unsigned* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __umulhi(x[i], 3u);
}
// MEANING forall i < n: y[i] = -x[i] - 1
extern "C" __global__ void inverted(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = ~x[i];
}
extern "C" __global__ void inverted_by_xor(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] ^ 0xffffffff;
}
// REFUSES shf
extern "C" __global__ void rotated(const unsigned* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __funnelshift_l(x[i], x[i], 5);
}
// Indices that are rounded down by a mask.
// MEANING forall i < n: y[i] = x[32*(i/32)]
extern "C" __global__ void first_of_32(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i & -32];
}
extern "C" __global__ void first_by_division(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i / 32 * 32];
}
// A vector of bytes that changes in place, one byte of it excepted.
// MEANING forall i < n, j < 3: p[4*i + j] = -p[4*i + j] - 1
extern "C" __global__ void inverted_colours(unsigned char* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int j = 0; j < 3; ++j) p[4 * i + j] = 255 - p[4 * i + j];
}
// MEANING forall i < n: p[4*i] = -p[4*i] - 1; forall i < n: p[4*i + 1] = -p[4*i + 1] - 1; forall i < n: p[4*i + 2] = -p[4*i + 2] - 1; forall i < n: p[4*i + 3] = p[4*i + 3]
extern "C" __global__ void inverted_vectors(unsigned char* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 c = reinterpret_cast<uchar4*>(p)[i];
  c.x = 255 - c.x;
  c.y = 255 - c.y;
  c.z = 255 - c.z;
  reinterpret_cast<uchar4*>(p)[i] = c;
}
// Below zero an unsigned number is zero.
// MEANING forall i < n: y[i] = int(max(0, x[i] + 1))
extern "C" __global__ void unsigned_of_float(const float* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)(x[i] + 1.0f);
}
