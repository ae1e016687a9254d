// Layer normalisation of each row, one block per row: mean and variance by trees in shared memory, in two passes.
#define BLOCK 256

__device__ float block_sum(float value, float* partial) {
  partial[threadIdx.x] = value;
  __syncthreads();
  for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
    __syncthreads();
  }
  const float sum = partial[0];
  __syncthreads();
  return sum;
}

__global__ void layernorm(const float* in, const float* gain, const float* bias, float* out, int cols, float epsilon) {
  __shared__ float partial[BLOCK];
  const float* row = in + static_cast<size_t>(blockIdx.x) * cols;
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += BLOCK) sum += row[c];
  const float mean = block_sum(sum, partial) / cols;
  float squares = 0.0f;
  for (int c = threadIdx.x; c < cols; c += BLOCK) squares += (row[c] - mean) * (row[c] - mean);
  const float scale = rsqrtf(block_sum(squares, partial) / cols + epsilon);
  for (int c = threadIdx.x; c < cols; c += BLOCK) {
    out[static_cast<size_t>(blockIdx.x) * cols + c] = (row[c] - mean) * scale * gain[c] + bias[c];
  }
}
