// rows in shared memory
__global__ void row_softmax(const float* in, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float* to = out + blockIdx.x * cols;
  __shared__ float kept[1024];
  for (int i = threadIdx.x; i < cols; i += 32) kept[i] = row[i];
  __syncwarp();
  float most = kept[0], sum = 0;
  for (int i = 1; i < cols; ++i) most = fmaxf(most, kept[i]);
  for (int i = threadIdx.x; i < cols; i += 32) sum += expf(kept[i] - most);
  for (int s = 1; s < 32; s *= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = expf(kept[i] - most) / sum;
}
