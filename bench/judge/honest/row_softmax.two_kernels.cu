/* whet
[[scratch]]
name = "of_row"
type = "f32"
shape = ["2 * rows"]
[[launch]]
entry = "measure"
args = ["in", "of_row", "cols"]
grid = [1]
block = ["rows"]
[[launch]]
entry = "divide"
args = ["in", "of_row", "out", "cols"]
grid = ["rows"]
block = [64]
*/
// maximum and sum of each row in scratch
__global__ void measure(const float* in, float2* of_row, int cols) {
  float most = -INFINITY, sum = 0;
  for (int i = 0; i < cols; ++i) most = fmaxf(most, in[threadIdx.x * cols + i]);
  for (int i = 0; i < cols; ++i) sum += expf(in[threadIdx.x * cols + i] - most);
  of_row[threadIdx.x] = make_float2(most, 1 / sum);
}
__global__ void divide(const float* in, const float2* of_row, float* out, int cols) {
  const float2 mine = of_row[blockIdx.x];
  for (int i = threadIdx.x; i < cols; i += 64) out[blockIdx.x * cols + i] = expf(in[blockIdx.x * cols + i] - mine.x) * mine.y;
}
