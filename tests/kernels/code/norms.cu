// Rows brought to a common scale: softmax, and the norms of layers.

// Three passes over global memory, the block meeting in shared memory.
__global__ void softmax_three_passes(const float* in, float* out, int cols) {
  __shared__ float box[128];
  const float* row = in + blockIdx.x * cols;
  float high = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 128) high = fmaxf(high, row[c]);
  box[threadIdx.x] = high;
  for (int stride = 64; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) box[threadIdx.x] = fmaxf(box[threadIdx.x], box[threadIdx.x + stride]);
  }
  __syncthreads();
  high = box[0];
  __syncthreads();
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 128) sum += expf(row[c] - high);
  box[threadIdx.x] = sum;
  for (int stride = 64; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) box[threadIdx.x] += box[threadIdx.x + stride];
  }
  __syncthreads();
  sum = box[0];
  for (int c = threadIdx.x; c < cols; c += 128) out[blockIdx.x * cols + c] = expf(row[c] - high) / sum;
}

// The row stays in dynamic shared memory; one read of global memory.
__global__ void softmax_kept(const float* in, float* out, int cols) {
  extern __shared__ float row[];
  __shared__ float box[4];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  float high = -INFINITY;
  for (int c = threadIdx.x; c < cols; c += 128) high = fmaxf(high, row[c] = in[blockIdx.x * cols + c]);
  for (int offset = 16; offset > 0; offset >>= 1) high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, offset));
  if (lane == 0) box[warp] = high;
  __syncthreads();
  high = fmaxf(fmaxf(box[0], box[1]), fmaxf(box[2], box[3]));
  __syncthreads();
  float sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 128) sum += row[c] = __expf(row[c] - high);
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (lane == 0) box[warp] = sum;
  __syncthreads();
  sum = 1.0f / (box[0] + box[1] + box[2] + box[3]);
  for (int c = threadIdx.x; c < cols; c += 128) out[blockIdx.x * cols + c] = row[c] * sum;
}

// One thread a row.
__global__ void softmax_thread(const float* in, float* out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float high = -INFINITY, sum = 0.0f;
  for (int c = 0; c < cols; ++c) high = fmaxf(high, in[row * cols + c]);
  for (int c = 0; c < cols; ++c) sum += expf(in[row * cols + c] - high);
  for (int c = 0; c < cols; ++c) out[row * cols + c] = expf(in[row * cols + c] - high) / sum;
}

// Negative logarithm of the probability of the row's label.
__global__ void cross_entropy(const float* logits, const int* labels, float* losses, int cols) {
  const float* row = logits + blockIdx.x * cols;
  float high = -INFINITY, sum = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 32) high = fmaxf(high, row[c]);
  for (int offset = 16; offset > 0; offset >>= 1) high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, offset));
  for (int c = threadIdx.x; c < cols; c += 32) sum += expf(row[c] - high);
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  if (threadIdx.x == 0) losses[blockIdx.x] = logf(sum) + high - row[labels[blockIdx.x]];
}

// Mean first, then the variance about it; one warp a row.
__global__ void layernorm_two_passes(const float* in, const float* gain, const float* bias, float* out, int rows, int cols) {
  const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x & 31;
  if (row >= rows) return;
  float sum = 0.0f, squares = 0.0f;
  for (int c = lane; c < cols; c += 32) sum += in[row * cols + c];
  for (int offset = 16; offset > 0; offset >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, offset);
  const float mean = sum / cols;
  for (int c = lane; c < cols; c += 32) {
    const float delta = in[row * cols + c] - mean;
    squares += delta * delta;
  }
  for (int offset = 16; offset > 0; offset >>= 1) squares += __shfl_xor_sync(0xffffffffu, squares, offset);
  const float scale = rsqrtf(squares / cols + 1e-5f);
  for (int c = lane; c < cols; c += 32) out[row * cols + c] = (in[row * cols + c] - mean) * scale * gain[c] + bias[c];
}

// One thread a row, Welford's method.
__global__ void layernorm_thread(const float* in, const float* gain, const float* bias, float* out, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float mean = 0.0f, squares = 0.0f;
  for (int c = 0; c < cols; ++c) {
    const float value = in[row * cols + c], delta = value - mean;
    mean += delta / (c + 1);
    squares += delta * (value - mean);
  }
  const float scale = 1.0f / sqrtf(squares / cols + 1e-5f);
  for (int c = 0; c < cols; ++c) out[row * cols + c] = (in[row * cols + c] - mean) * scale * gain[c] + bias[c];
}

__global__ void rmsnorm_warp(const float* in, const float* gain, float* out, int cols) {
  const float* row = in + blockIdx.x * cols;
  float squares = 0.0f;
  for (int c = threadIdx.x; c < cols; c += 32) squares = fmaf(row[c], row[c], squares);
  for (int offset = 16; offset > 0; offset >>= 1) squares += __shfl_xor_sync(0xffffffffu, squares, offset);
  const float scale = rsqrtf(squares / cols + 1e-6f);
  for (int c = threadIdx.x; c < cols; c += 32) out[blockIdx.x * cols + c] = row[c] * scale * gain[c];
}

// Statistics known beforehand: channels are the middle dimension.
__global__ void batchnorm_apply(const float* in, const float* mean, const float* variance, float* out, int channels, int inner,
                                int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int c = i / inner % channels;
  out[i] = (in[i] - mean[c]) * rsqrtf(variance[c] + 1e-5f);
}
