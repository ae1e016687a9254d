// A block for each row; nothing says how many rows there are.
#define THREADS 256

__global__ void centred(const float* x, float* y, int cols) {
  __shared__ float part[THREADS];
  const float* row = x + (size_t)blockIdx.x * cols;
  float sum = 0;
  for (int c = threadIdx.x; c < cols; c += THREADS) sum += row[c];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  for (int c = threadIdx.x; c < cols; c += THREADS) y[(size_t)blockIdx.x * cols + c] = row[c] - part[0] / cols;
}
