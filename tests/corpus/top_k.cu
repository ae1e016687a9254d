// The eight largest values of a row with their places, insertion in registers and merging by shuffles.

constexpr int k_top = 8;

__global__ void top_k(const float* in, float* values, int* places, int cols) {
  float best[k_top];
  int at[k_top];
#pragma unroll
  for (int i = 0; i < k_top; ++i) best[i] = -INFINITY, at[i] = -1;
  const float* row = in + static_cast<long>(blockIdx.x) * cols;
  for (int c = threadIdx.x; c < cols; c += 32) {
    float value = row[c];
    int place = c;
#pragma unroll
    for (int i = 0; i < k_top; ++i) {
      if (value > best[i]) {
        const float kept = best[i];
        const int kept_at = at[i];
        best[i] = value, at[i] = place, value = kept, place = kept_at;
      }
    }
  }
  for (int i = 0; i < k_top; ++i) {
    float high = best[0];
    int lane = threadIdx.x;
    for (int offset = 16; offset > 0; offset >>= 1) {
      const float other = __shfl_xor_sync(0xffffffffu, high, offset);
      const int other_lane = __shfl_xor_sync(0xffffffffu, lane, offset);
      if (other > high || (other == high && other_lane < lane)) high = other, lane = other_lane;
    }
    const int place = __shfl_sync(0xffffffffu, at[0], lane);
    if (threadIdx.x == 0) values[blockIdx.x * k_top + i] = high, places[blockIdx.x * k_top + i] = place;
    if (static_cast<int>(threadIdx.x) == lane) {
#pragma unroll
      for (int j = 0; j + 1 < k_top; ++j) best[j] = best[j + 1], at[j] = at[j + 1];
      best[k_top - 1] = -INFINITY;
    }
  }
}
