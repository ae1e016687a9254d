// Numbers that are read with another sign than they were declared with, counters that begin below zero, arrays that may
// be left out.
// MEANING forall i < n: y[i] = wrap(x[i], 32)%1000
extern "C" __global__ void without_sign_in_modulo(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)x[i] % 1000u;
}
// MEANING forall i < n: y[i] = wrap(x[i] + 3, 32)/7
extern "C" __global__ void sum_without_sign(const int* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)(x[i] + 3) / 7u;
}
// MEANING forall i < n: y[i] = wrap(x[i], -32)/5
extern "C" __global__ void with_sign_in_division(const unsigned* x, long long* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (int)x[i] / 5;
}
// MEANING forall i < n: y[i] = real(wrap(x[i], 32))
extern "C" __global__ void without_sign_as_real(const int* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (float)(unsigned)x[i];
}
// MEANING forall i < n: y[i] = min(77, wrap(x[i], 32))
extern "C" __global__ void least_without_sign(const int* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = min((unsigned)x[i], 77u);
}
// MEANING forall i < n: y[i] = shr(wrap(x[i], 32), 28)
extern "C" __global__ void shifted_without_sign(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (int)((unsigned)x[i] >> 28);
}
// MEANING forall i < n: y[i] = x[i] < 0 or 4 < x[i] ? -1 : x[i]
extern "C" __global__ void range_by_one_comparison(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)x[i] < 5u ? x[i] : -1;
}
// MEANING forall i < n: y[i] = wrap(b[i], 32) <= wrap(a[i], 32) ? 0 : 1
extern "C" __global__ void compared_without_sign(const int* a, const int* b, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)a[i] < (unsigned)b[i];
}
// MEANING forall i < n: y[i] = x[i] == 4294967295 ? 1 : 0
extern "C" __global__ void all_bits(const unsigned* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] == 0xffffffffu;
}
// MEANING forall i < n: y[i] = wrap(x[i], -8) + 3*wrap(s[i], 8)
extern "C" __global__ void bytes_of_the_other_sign(const unsigned char* x, const signed char* s, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (s[i] & 255) * 3 + (signed char)x[i];
}
// A loaded index is in range.
// MEANING forall i < n: y[i] = x[index[i]]
extern "C" __global__ void index_without_sign(const float* x, const int* index, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned at = index[i];
  y[i] = x[at];
}
// MEANING forall i < n: y[i] = sum(k < 4: x[(n + i + k - 2)%n])
extern "C" __global__ void neighbours_in_a_ring(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int d = -2; d <= 1; ++d) s += x[(i + d + n) % n];
  y[i] = s;
}
// MEANING forall i < n: y[i] = sum(k < 2*r: x[(n + i + k - r)%n])
extern "C" __global__ void radius_in_a_ring(const float* x, float* y, int n, int r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int d = -r; d < r; ++d) s += x[(i + d + n) % n];
  y[i] = s;
}
// MEANING forall i < n: y[i] = x[i] + bias[i]
extern "C" __global__ void may_be_left_out(const float* x, const float* bias, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + (bias != nullptr ? bias[i] : 0.0f);
}
// MEANING forall i < n: y[i] = wrap(a[i], -8)*wrap(b[i], -8) + wrap(shr(a[i], 8), -8)*wrap(shr(b[i], 8), -8) + wrap(shr(a[i], 16), -8)*wrap(shr(b[i], 16), -8) + wrap(shr(a[i], 24), -8)*wrap(shr(b[i], 24), -8)
extern "C" __global__ void products_of_bytes(const int* a, const int* b, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __dp4a(a[i], b[i], 0);
}
// Where an exponential is beyond a float, the quotient is zero.
// MEANING forall i < n: y[i] = 30*x[i]/(exp(-30*x[i]) + 1)
extern "C" __global__ void silu_of_large_numbers(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = 30.0f * x[i];
  y[i] = v / (1.0f + expf(-v));
}
// Numbers that are passed and may be negative: no range is made of them.
// MEANING forall i < n: y[i] = x[(n + distance + i)%n]
extern "C" __global__ void rolled_either_way(const float* x, float* y, int n, int distance) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[(i + distance + n) % n];
}
// MEANING forall i < n: y[i] = (4*shift + i)/4
extern "C" __global__ void divided_below_zero(int* y, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (4 * shift + i) / 4;
}
// MEANING forall i < n: y[i] = x[i]*real(and(7, number) + shr(number, 1))
extern "C" __global__ void bits_of_a_number(const float* x, float* y, int n, int number) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] * ((number & 7) + (number >> 1));
}
// MEANING forall i < n: y[i] = wrap(x[i], 32) < wrap(limit, 32) ? 1 : 0
extern "C" __global__ void below_a_number_without_sign(const int* x, int* y, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)x[i] < (unsigned)limit;
}
// No sign comes after the bits of an unsigned number, of 64 bits as well.
// MEANING forall i < n: y[i] = wrap(shr(wrap(-7046029254386353131*x[i], -64), 40), 24)
extern "C" __global__ void highest_bits(const unsigned long long* x, unsigned* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (unsigned)((x[i] * 0x9e3779b97f4a7c15ull) >> 40);
}
// MEANING forall i < n: y[i] = wrap(shr(x[i] - 1, 1), 63)
extern "C" __global__ void half_of_an_unsigned_number(const unsigned long long* x, unsigned long long* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = (x[i] - 1) / 2;
}
// Numbers of two bytes, whose low bits are used.
// MEANING forall i < n: y[i] = wrap(wrap(x[i]*x[i], -16)/3, -16)
extern "C" __global__ void short_square(const short* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short square = x[i] * x[i];
  y[i] = square / 3;
}
// MEANING forall i < n: y[i] = max(wrap(a[i] - b[i], 16), wrap(b[i] - a[i], 16))
extern "C" __global__ void largest_short_difference(const unsigned short* a, const unsigned short* b, unsigned short* y,
                                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned short forth = a[i] - b[i], back = b[i] - a[i];
  y[i] = forth > back ? forth : back;
}
// MEANING forall i < n: y[i] = wrap(a[i] + b[i], -16) == 100 ? 1 : 0
extern "C" __global__ void short_sum_compared(const short* a, const short* b, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short sum = a[i] + b[i];
  y[i] = sum == 100;
}
// MEANING forall i < n: y[i] = real(wrap(a[i]*b[i], -16))
extern "C" __global__ void short_product_as_real(const short* a, const short* b, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  short product = a[i] * b[i];
  y[i] = product;
}
// What fits is used as it is.
// MEANING forall i < n: y[i] = min(255, a[i] + b[i])
extern "C" __global__ void sum_of_bytes_at_most_255(const unsigned char* a, const unsigned char* b, unsigned char* y,
                                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = a[i] + b[i];
  y[i] = sum > 255 ? 255 : sum;
}
