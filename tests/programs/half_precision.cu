// half and bfloat16: arithmetic that is exact, comparisons, packed operations, conversions with rounding.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "check.h"
#include "checksum.h"

__global__ void half_sums(const __half* a, const __half* b, float* out, unsigned short* bits, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half2 pair = __halves2half2(a[i], b[i]);
  const __half2 sum = __hfma2(pair, __float2half2_rn(2.0f), __lowhigh2highlow(pair));
  out[i] = __low2float(sum) + 1000.0f * __high2float(sum);
  const __half chosen = __hgt(a[i], b[i]) ? __hsub(a[i], b[i]) : __hmax(a[i], b[i]);
  bits[i] = __half_as_ushort(__hmul(chosen, __float2half(0.5f)));
}

__global__ void round_trips(const float* in, unsigned short* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = __half_as_ushort(__float2half_rn(in[i]));
  out[n + i] = __half_as_ushort(__float2half_rz(in[i]));
  out[2 * n + i] = __bfloat16_as_ushort(__float2bfloat16_rn(in[i]));
  const __nv_bfloat162 both = __floats2bfloat162_rn(in[i], -in[i]);
  out[3 * n + i] = __bfloat16_as_ushort(__hadd(__low2bfloat16(both), __high2bfloat16(both)));
}

int main() {
  const int n = 700;
  std::vector<__half> a(n), b(n);
  std::vector<float> in(n), sums(n);
  for (int i = 0; i < n; ++i) {
    a[i] = __float2half(static_cast<float>(i % 37 - 18));
    b[i] = __float2half(static_cast<float>(i % 23 - 11) * 0.25f);
    in[i] = static_cast<float>(i * 977 % 4099) * 0.37109375f - 700.0f;
  }
  __half *d_a, *d_b;
  float *d_in, *d_out;
  unsigned short* d_bits;
  CHECK(cudaMalloc(&d_a, n * 2));
  CHECK(cudaMalloc(&d_b, n * 2));
  CHECK(cudaMalloc(&d_in, n * 4));
  CHECK(cudaMalloc(&d_out, n * 4));
  CHECK(cudaMalloc(&d_bits, n * 2 * 5));
  CHECK(cudaMemcpy(d_a, a.data(), n * 2, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_b, b.data(), n * 2, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_in, in.data(), n * 4, cudaMemcpyHostToDevice));
  half_sums<<<(n + 63) / 64, 64>>>(d_a, d_b, d_out, d_bits, n);
  round_trips<<<(n + 63) / 64, 64>>>(d_in, d_bits + n, n);
  std::vector<unsigned short> bits(5 * n);
  CHECK(cudaMemcpy(sums.data(), d_out, n * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(bits.data(), d_bits, n * 10, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < n; ++i) {
    const float x = static_cast<float>(i % 37 - 18), y = static_cast<float>(i % 23 - 11) * 0.25f;
    right &= sums[i] == 2 * x + y + 1000.0f * (2 * y + x);
    const float chosen = x > y ? x - y : (x > y ? x : y);
    right &= bits[i] == __half_as_ushort(__float2half(chosen * 0.5f));
    right &= bits[n + i] == __half_as_ushort(__float2half_rn(in[i]));
    right &= bits[2 * n + i] == __half_as_ushort(__float2half_rz(in[i]));
    right &= bits[3 * n + i] == __bfloat16_as_ushort(__float2bfloat16_rn(in[i]));
    right &= bits[4 * n + i] == 0;
  }
  print_checksum("sums", sums);
  print_checksum("bits", bits);
  return verdict(right);
}
