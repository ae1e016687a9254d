// The lane is what is left of the index among all threads.
// MEANING forall i < rows: out[i] = sum(k < cols: x[cols*i + k])
extern "C" __global__ void sum_by_down(const float* x, float* out, int rows, int cols) {
  int all = blockIdx.x * blockDim.x + threadIdx.x, row = all / 32, lane = all & 31;
  if (row >= rows) return;
  float s = 0;
  for (int j = lane; j < cols; j += 32) s += x[row * cols + j];
  for (int o = 16; o > 0; o >>= 1) s += __shfl_down_sync(0xffffffffu, s, o);
  if (lane == 0) out[row] = s;
}
extern "C" __global__ void sum_by_xor(const float* x, float* out, int rows, int cols) {
  unsigned all = blockIdx.x * blockDim.x + threadIdx.x, row = all >> 5, lane = all % 32;
  if (row >= rows) return;
  float s = 0;
  for (int j = lane; j < cols; j += 32) s += x[row * cols + j];
  for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
  if (lane == 0) out[row] = s;
}
