// Trees in shared memory: several in one array, barriers at the start of a pass, distances of signed numbers.
// MEANING forall i < gridDim.x: out[i] = sum(k < cols: x[cols*i + k]*y[cols*i + k])/sqrt(sum(k < cols: x[cols*i + k]*x[cols*i + k]))
extern "C" __global__ void side_by_side(const float* x, const float* y, float* out, int cols) {
  extern __shared__ float parts[];
  float *squares = parts, *products = parts + blockDim.x;
  int row = blockIdx.x, t = threadIdx.x;
  float a = 0, b = 0;
  for (int j = t; j < cols; j += blockDim.x) {
    a += x[row * cols + j] * x[row * cols + j];
    b += x[row * cols + j] * y[row * cols + j];
  }
  squares[t] = a;
  products[t] = b;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) {
      squares[t] += squares[t + s];
      products[t] += products[t + s];
    }
    __syncthreads();
  }
  if (t == 0) out[row] = products[0] / sqrtf(squares[0]);
}
extern "C" __global__ void side_by_side_constant(const float* x, const float* y, float* out, int cols) {
  __shared__ float parts[2 * 128];
  int row = blockIdx.x, t = threadIdx.x;
  float a = 0, b = 0;
  for (int j = t; j < cols; j += 128) {
    a += x[row * cols + j] * x[row * cols + j];
    b += x[row * cols + j] * y[row * cols + j];
  }
  parts[t] = a;
  parts[128 + t] = b;
  __syncthreads();
  for (int s = 64; s > 0; s /= 2) {
    if (t < s) {
      parts[t] += parts[t + s];
      parts[128 + t] += parts[128 + t + s];
    }
    __syncthreads();
  }
  if (t == 0) out[row] = parts[128] / sqrtf(parts[0]);
}
// MEANING forall i < gridDim.x: out[i] = sum(k < cols: x[cols*i + k])
extern "C" __global__ void barrier_first(const float* x, float* out, int cols) {
  extern __shared__ float sums[];
  int row = blockIdx.x, t = threadIdx.x, threads = blockDim.x;
  float sum = 0;
  for (int j = t; j < cols; j += threads) sum += x[row * cols + j];
  sums[t] = sum;
  for (int s = threads / 2; s >= 1; s /= 2) {
    __syncthreads();
    if (t < s) sums[t] += sums[t + s];
  }
  if (t == 0) out[row] = sums[0];
}
extern "C" __global__ void barrier_first_constant(const float* x, float* out, int cols) {
  __shared__ float sums[128];
  int row = blockIdx.x, t = threadIdx.x;
  float sum = 0;
  for (int j = t; j < cols; j += 128) sum += x[row * cols + j];
  sums[t] = sum;
  for (int s = 64; s >= 1; s /= 2) {
    __syncthreads();
    if (t < s) sums[t] += sums[t + s];
  }
  if (t == 0) out[row] = sums[0];
}
// MEANING forall i < gridDim.x: out[i] = sum(k < cols: x[cols*i + k]*y[cols*i + k])/sqrt(sum(k < cols: x[cols*i + k]*x[cols*i + k]))
extern "C" __global__ void rows_of_one_array(const float* x, const float* y, float* out, int cols) {
  __shared__ float parts[2][256];
  int row = blockIdx.x, t = threadIdx.x;
  float a = 0, b = 0;
  for (int j = t; j < cols; j += blockDim.x) {
    a += x[row * cols + j] * x[row * cols + j];
    b += x[row * cols + j] * y[row * cols + j];
  }
  parts[0][t] = a;
  parts[1][t] = b;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) {
      parts[0][t] += parts[0][t + s];
      parts[1][t] += parts[1][t + s];
    }
    __syncthreads();
  }
  if (t == 0) out[row] = parts[1][0] / sqrtf(parts[0][0]);
}
