// Layer normalisation of a row, with float4 loads and rsqrt.

__device__ float2 block_sums(float2 value) {
  __shared__ float2 partial[32];
  for (int offset = 16; offset > 0; offset >>= 1) {
    value.x += __shfl_xor_sync(0xffffffffu, value.x, offset);
    value.y += __shfl_xor_sync(0xffffffffu, value.y, offset);
  }
  if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = value;
  __syncthreads();
  value = make_float2(0.0f, 0.0f);
  for (int w = 0; w < static_cast<int>(blockDim.x >> 5); ++w) value.x += partial[w].x, value.y += partial[w].y;
  return value;
}

__global__ void layernorm(const float4* in, const float4* gain, const float4* bias, float4* out, int cols4, float epsilon) {
  const float4* row = in + static_cast<long>(blockIdx.x) * cols4;
  float2 sums = make_float2(0.0f, 0.0f);
  for (int c = threadIdx.x; c < cols4; c += blockDim.x) {
    const float4 v = row[c];
    sums.x += v.x + v.y + v.z + v.w;
    sums.y += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  sums = block_sums(sums);
  const float mean = sums.x / (4 * cols4);
  const float scale = rsqrtf(sums.y / (4 * cols4) - mean * mean + epsilon);
  for (int c = threadIdx.x; c < cols4; c += blockDim.x) {
    const float4 v = row[c], g = gain[c], b = bias[c];
    out[static_cast<long>(blockIdx.x) * cols4 + c] =
        make_float4((v.x - mean) * scale * g.x + b.x, (v.y - mean) * scale * g.y + b.y, (v.z - mean) * scale * g.z + b.z,
                    (v.w - mean) * scale * g.w + b.w);
  }
}
