// One query a thread, keys and values through shared memory, with the running maximum of the flash method.
constexpr int k_head = 64, k_keys = 32;

__global__ void __launch_bounds__(128) attention(const float* q, const float* k, const float* v, float* out, int length, float scale) {
  __shared__ float keys[k_keys][k_head], values[k_keys][k_head];
  const int row = blockIdx.x * 128 + threadIdx.x;
  float query[k_head], sum[k_head];
  for (int i = 0; i < k_head; ++i) query[i] = q[static_cast<long>(row) * k_head + i] * scale, sum[i] = 0.0f;
  float high = -1e30f, total = 0.0f;
  for (int t = 0; t < length; t += k_keys) {
    __syncthreads();
    for (int i = threadIdx.x; i < k_keys * k_head; i += 128) {
      keys[i / k_head][i % k_head] = k[t * k_head + i];
      values[i / k_head][i % k_head] = v[t * k_head + i];
    }
    __syncthreads();
    for (int j = 0; j < k_keys; ++j) {
      float score = 0.0f;
#pragma unroll
      for (int i = 0; i < k_head; ++i) score += query[i] * keys[j][i];
      const float next = fmaxf(high, score);
      const float keep = exp2f(high - next), weight = exp2f(score - next);
      total = total * keep + weight;
#pragma unroll
      for (int i = 0; i < k_head; ++i) sum[i] = sum[i] * keep + weight * values[j][i];
      high = next;
    }
  }
  for (int i = 0; i < k_head; ++i) out[static_cast<long>(row) * k_head + i] = sum[i] / total;
}

// Rotary position embedding applied to a row of pairs.
__global__ void rotate_pairs(float2* pairs, const float* positions, int pairs_per_row, float base) {
  const int pair = threadIdx.x, row = blockIdx.x;
  const float angle = positions[row] * powf(base, -2.0f * pair / (2.0f * pairs_per_row));
  float s, c;
  sincosf(angle, &s, &c);
  const float2 p = pairs[row * pairs_per_row + pair];
  pairs[row * pairs_per_row + pair] = make_float2(p.x * c - p.y * s, p.x * s + p.y * c);
}
