// Layer norm of rows of 4096: a block per row, the row in registers, mean and variance by shuffles.
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
constexpr float k_length = 4.0f * k_threads * k_quads;

__global__ void __launch_bounds__(k_threads) layernorm(const float4* __restrict__ in, const float4* __restrict__ gain,
                                                       const float4* __restrict__ bias, float4* __restrict__ out) {
  const auto add = [](float a, float b) { return a + b; };
  const size_t first = static_cast<size_t>(blockIdx.x) * k_threads * k_quads + threadIdx.x;
  float4 v[k_quads];
#pragma unroll
  for (int i = 0; i < k_quads; ++i) v[i] = in[first + i * k_threads];
  float sum = 0;
#pragma unroll
  for (int i = 0; i < k_quads; ++i) sum += (v[i].x + v[i].y) + (v[i].z + v[i].w);
  const float mean = across_block<k_threads / 32>(sum, 0, add) / k_length;
  float squares = 0;
#pragma unroll
  for (int i = 0; i < k_quads; ++i) {
    v[i] = make_float4(v[i].x - mean, v[i].y - mean, v[i].z - mean, v[i].w - mean);
    squares += (v[i].x * v[i].x + v[i].y * v[i].y) + (v[i].z * v[i].z + v[i].w * v[i].w);
  }
  const float scale = rsqrtf(across_block<k_threads / 32>(squares, 0, add) / k_length + 1e-5f);
#pragma unroll
  for (int i = 0; i < k_quads; ++i) {
    const float4 g = gain[threadIdx.x + i * k_threads], b = bias[threadIdx.x + i * k_threads];
    out[first + i * k_threads] = make_float4(fmaf(v[i].x * scale, g.x, b.x), fmaf(v[i].y * scale, g.y, b.y),
                                             fmaf(v[i].z * scale, g.z, b.z), fmaf(v[i].w * scale, g.w, b.w));
  }
}
