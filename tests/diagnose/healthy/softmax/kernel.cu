// Softmax of rows of 4096: a block per row, the row in registers, float4 loads and stores, two reductions.
template <int Warps, typename Combine>
__device__ float across_block(float x, float neutral, Combine combine) {
  __shared__ float parts[Warps];
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) x = combine(x, __shfl_xor_sync(~0u, x, distance));
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = x;
  __syncthreads();
  x = threadIdx.x % 32 < Warps ? parts[threadIdx.x % 32] : neutral;
#pragma unroll
  for (int distance = 16; distance > 0; distance /= 2) x = combine(x, __shfl_xor_sync(~0u, x, distance));
  __syncthreads();
  return x;
}

constexpr int k_threads = 256, k_quads = 4;  // per thread

__global__ void __launch_bounds__(k_threads) softmax(const float4* __restrict__ in, float4* __restrict__ out) {
  const size_t first = static_cast<size_t>(blockIdx.x) * k_threads * k_quads + threadIdx.x;
  float4 v[k_quads];
#pragma unroll
  for (int i = 0; i < k_quads; ++i) v[i] = in[first + i * k_threads];
  float high = -INFINITY;
#pragma unroll
  for (int i = 0; i < k_quads; ++i) high = fmaxf(high, fmaxf(fmaxf(v[i].x, v[i].y), fmaxf(v[i].z, v[i].w)));
  high = across_block<k_threads / 32>(high, -INFINITY, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0;
#pragma unroll
  for (int i = 0; i < k_quads; ++i) {
    v[i] = make_float4(__expf(v[i].x - high), __expf(v[i].y - high), __expf(v[i].z - high), __expf(v[i].w - high));
    sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
  }
  sum = across_block<k_threads / 32>(sum, 0, [](float a, float b) { return a + b; });
  const float scale = __fdividef(1.0f, sum);
#pragma unroll
  for (int i = 0; i < k_quads; ++i)
    out[first + i * k_threads] = make_float4(v[i].x * scale, v[i].y * scale, v[i].z * scale, v[i].w * scale);
}
