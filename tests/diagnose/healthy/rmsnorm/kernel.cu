// RMS norm of rows of 1024: a warp per row, the row in registers, no shared memory.
constexpr int k_quads = 8;  // per lane

__global__ void __launch_bounds__(256)
    rmsnorm(const float4* __restrict__ in, const float4* __restrict__ gain, float4* __restrict__ out, int rows) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const size_t first = static_cast<size_t>(row) * 32 * k_quads + lane;
  float4 v[k_quads];
#pragma unroll
  for (int i = 0; i < k_quads; ++i) v[i] = in[first + i * 32];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < k_quads; ++i) sum += (v[i].x * v[i].x + v[i].y * v[i].y) + (v[i].z * v[i].z + v[i].w * v[i].w);
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  const float scale = rsqrtf(sum / (128.0f * k_quads) + 1e-6f);
#pragma unroll
  for (int i = 0; i < k_quads; ++i) {
    const float4 g = gain[lane + i * 32];
    out[first + i * 32] =
        make_float4(v[i].x * scale * g.x, v[i].y * scale * g.y, v[i].z * scale * g.z, v[i].w * scale * g.w);
  }
}
