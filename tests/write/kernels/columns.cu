// Naive reductions of columns: a thread per column, a block per column, or a tile with atomics.

// SCHEDULES columns
// VARIANTS 1
// SIZES rows=1,cols=1 | rows=37,cols=5 | rows=129,cols=33 | rows=700,cols=3
__global__ void column_sum(const float* x, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += x[i * cols + j];
  y[j] = sum;
}

__global__ void column_sum_block(const float* x, float* y, int rows, int cols) {
  __shared__ float part[256];
  int j = blockIdx.x, t = threadIdx.x;
  if (j >= cols) return;
  float sum = 0;
  for (int i = t; i < rows; i += blockDim.x) sum += x[i * cols + j];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) y[j] = part[0];
}

__global__ void column_sum_atomic(const float* x, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) atomicAdd(&y[j], x[i * cols + j]);
}

__global__ void column_moments(const float* x, float* mean, float* variance, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float sum = 0, squares = 0;
  for (int i = 0; i < rows; ++i) sum += x[i * cols + j], squares += x[i * cols + j] * x[i * cols + j];
  mean[j] = sum / rows;
  variance[j] = squares / rows - (sum / rows) * (sum / rows);
}

// VARIANTS 10
__global__ void column_variance(const float* x, float* mean, float* variance, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float sum = 0, squares = 0;
  for (int i = 0; i < rows; ++i) sum += x[i * cols + j];
  float middle = sum / rows;
  for (int i = 0; i < rows; ++i) squares += (x[i * cols + j] - middle) * (x[i * cols + j] - middle);
  mean[j] = middle;
  variance[j] = squares / rows;
}

// VARIANTS 1
__global__ void column_variance_block(const float* x, float* mean, float* variance, int rows, int cols) {
  __shared__ float part[256];
  int j = blockIdx.x, t = threadIdx.x;
  if (j >= cols) return;
  float sum = 0;
  for (int i = t; i < rows; i += blockDim.x) sum += x[i * cols + j];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  float middle = part[0] / rows;
  __syncthreads();
  float squares = 0;
  for (int i = t; i < rows; i += blockDim.x) squares += (x[i * cols + j] - middle) * (x[i * cols + j] - middle);
  part[t] = squares;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) mean[j] = middle, variance[j] = part[0] / rows;
}

__global__ void vector_matrix(const float* x, const float* a, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += x[i] * a[i * cols + j];
  y[j] = sum;
}

__global__ void bytes_matrix(const unsigned char* x, const float* a, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float sum = 0;
  for (int i = 0; i < rows; ++i) sum += x[i] * a[i * cols + j];
  y[j] = sum;
}

__global__ void vector_matrix_block(const float* x, const float* a, float* y, int rows, int cols) {
  __shared__ float part[256];
  int j = blockIdx.x, t = threadIdx.x;
  if (j >= cols) return;
  float sum = 0;
  for (int i = t; i < rows; i += blockDim.x) sum += x[i] * a[i * cols + j];
  part[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) y[j] = part[0];
}

__global__ void vector_matrix_atomic(const float* x, const float* a, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < cols) atomicAdd(y + j, x[i] * a[i * cols + j]);
}

__global__ void column_argmax(const float* x, int* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  int at = 0;
  float best = x[j];
  for (int i = 1; i < rows; ++i)
    if (x[i * cols + j] > best) best = x[i * cols + j], at = i;
  y[j] = at;
}

__global__ void batch_norm(const float* x, float* y, int rows, int cols) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= cols) return;
  float sum = 0, squares = 0;
  for (int i = 0; i < rows; ++i) sum += x[i * cols + j];
  float middle = sum / rows;
  for (int i = 0; i < rows; ++i) squares += (x[i * cols + j] - middle) * (x[i * cols + j] - middle);
  float scale = rsqrtf(squares / rows + 1e-5f);
  for (int i = 0; i < rows; ++i) y[i * cols + j] = (x[i * cols + j] - middle) * scale;
}
