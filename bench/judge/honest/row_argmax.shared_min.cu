// the smallest place by an atomic minimum
__global__ void row_argmax(const float* in, int* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  __shared__ int at;
  if (threadIdx.x == 0) at = cols;
  float most = -INFINITY;
  for (int i = 0; i < cols; ++i) most = fmaxf(most, row[i]);
  __syncwarp();
  for (int i = threadIdx.x; i < cols; i += 32) {
    if (row[i] == most) atomicMin(&at, i);
  }
  __syncwarp();
  if (threadIdx.x == 0) out[blockIdx.x] = at;
}
