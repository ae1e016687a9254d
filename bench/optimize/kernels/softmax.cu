/* whet
[[launch]]
entry = "softmax"
args = ["in", "out", "rows", "cols"]
grid = ["ceil_div(rows, 8)"]
block = [256]
*/
// Softmax of each row, one warp a row: the running maximum and sum in one pass, so that memory is read twice instead of
// three times, and four values a load where the rows are aligned.

__device__ void add(float value, float& high, float& sum) {
  const float higher = fmaxf(high, value);
  sum = sum * __expf(high - higher) + __expf(value - higher);
  high = higher;
}

__global__ void softmax(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float* from = in + static_cast<size_t>(row) * cols;
  float* to = out + static_cast<size_t>(row) * cols;
  const int wide = cols % 4 == 0 ? cols : 0;
  float high = -3.0e38f, sum = 0.0f;
  for (int c = lane * 4; c < wide; c += 128) {
    const float4 four = *reinterpret_cast<const float4*>(from + c);
    add(four.x, high, sum);
    add(four.y, high, sum);
    add(four.z, high, sum);
    add(four.w, high, sum);
  }
  for (int c = wide + lane; c < cols; c += 32) add(from[c], high, sum);
  for (int step = 16; step > 0; step /= 2) {
    const float other_high = __shfl_xor_sync(0xffffffffu, high, step), other_sum = __shfl_xor_sync(0xffffffffu, sum, step);
    const float higher = fmaxf(high, other_high);
    sum = sum * __expf(high - higher) + other_sum * __expf(other_high - higher);
    high = higher;
  }
  const float scale = 1.0f / sum;
  for (int c = lane * 4; c < wide; c += 128) {
    float4 four = *reinterpret_cast<const float4*>(from + c);
    four.x = __expf(four.x - high) * scale;
    four.y = __expf(four.y - high) * scale;
    four.z = __expf(four.z - high) * scale;
    four.w = __expf(four.w - high) * scale;
    *reinterpret_cast<float4*>(to + c) = four;
  }
  for (int c = wide + lane; c < cols; c += 32) to[c] = __expf(from[c] - high) * scale;
}
