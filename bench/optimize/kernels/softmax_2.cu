/* whet
[[launch]]
entry = "softmax"
args = ["in", "out", "rows", "cols"]
grid = ["ceil_div(rows, 8)"]
block = [256]
*/
// Softmax of each row, one warp a row: neighbouring lanes read neighbours, and what they find is brought together by shuffles.

__device__ float power(float value) {
  return __expf(value);
}

__device__ float warp_max(float value) {
  for (int step = 16; step > 0; step /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, step));
  return value;
}

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  return value;
}

// Calls `take` with every value of this lane.
template <typename Take>
__device__ void each(const float* from, int cols, int lane, Take take) {
  const int wide = cols % 4 == 0 ? cols : 0;
  for (int c = lane * 4; c < wide; c += 128) {
    const float4 four = *reinterpret_cast<const float4*>(from + c);
    take(four.x);
    take(four.y);
    take(four.z);
    take(four.w);
  }
  for (int c = wide + lane; c < cols; c += 32) take(from[c]);
}

__device__ float ratio(float value, float sum) {
  return __fdividef(value, sum);
}

__global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* from = in + static_cast<size_t>(row) * cols;
  float* to = out + static_cast<size_t>(row) * cols;
  float high = -INFINITY, sum = 0.0f;
  each(from, cols, lane, [&](float value) { high = fmaxf(high, value); });
  high = warp_max(high);
  each(from, cols, lane, [&](float value) { sum += power(value - high); });
  sum = warp_sum(sum);
  const int wide = cols % 4 == 0 ? cols : 0;
  for (int c = lane * 4; c < wide; c += 128) {
    float4 four = *reinterpret_cast<const float4*>(from + c);
    four.x = ratio(power(four.x - high), sum);
    four.y = ratio(power(four.y - high), sum);
    four.z = ratio(power(four.z - high), sum);
    four.w = ratio(power(four.w - high), sum);
    *reinterpret_cast<float4*>(to + c) = four;
  }
  for (int c = wide + lane; c < cols; c += 32) to[c] = ratio(power(from[c] - high), sum);
}
