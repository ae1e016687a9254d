// A product whose operands stay in registers, as in a layer that is applied to one batch again and again: eight warps
// multiply 32 by 64 each, 16 deep, `steps` times. Fragments are packed beforehand.
__device__ void multiply(float (&d)[4], const uint4& a, const uint2& b) {
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b.x), "r"(b.y));
}

__global__ void __launch_bounds__(256) resident_mma(const uint4* a, const uint2* b, float* c, int steps) {
  const int lane = threadIdx.x % 32, warp = blockIdx.x * 8 + threadIdx.x / 32;
  uint4 x[2];
  uint2 y[8];
#pragma unroll
  for (int i = 0; i < 2; ++i) x[i] = a[(warp * 2 + i) * 32 + lane];
#pragma unroll
  for (int j = 0; j < 8; ++j) y[j] = b[j * 32 + lane];
  float sum[2][8][4] = {};
  for (int s = 0; s < steps; ++s) {
#pragma unroll
    for (int i = 0; i < 2; ++i)
#pragma unroll
      for (int j = 0; j < 8; ++j) multiply(sum[i][j], x[i], y[j]);
  }
  float4* const out = reinterpret_cast<float4*>(c) + warp * 16 * 32 + lane;
#pragma unroll
  for (int i = 0; i < 2; ++i)
#pragma unroll
    for (int j = 0; j < 8; ++j)
      out[(i * 8 + j) * 32] = make_float4(sum[i][j][0], sum[i][j][1], sum[i][j][2], sum[i][j][3]);
}
