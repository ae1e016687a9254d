// Dot products of pairs of rows of 1024: a warp per pair, float4 loads, all in flight, shuffles.
__global__ void __launch_bounds__(256)
    batched_dot(const float4* __restrict__ x, const float4* __restrict__ y, float* __restrict__ out, int rows) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const size_t first = static_cast<size_t>(row) * 256 + lane;
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const float4 a = x[first + i * 32], b = y[first + i * 32];
    sum += (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
  }
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0u, sum, distance);
  if (lane == 0) out[row] = sum;
}
