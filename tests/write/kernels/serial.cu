// Naive kernels whose reductions no schedule shares out among threads, and some whose terms are reductions.

// SCHEDULES map
// VARIANTS 1
// SIZES n=1 | n=2 | n=19
__global__ void upper_product(const float* a, const float* b, float* c, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n) return;
  float sum = 0;
  for (int k = i; k <= j; ++k) sum += a[i * n + k] * b[k * n + j];
  c[i * n + j] = sum;
}

// SIZES channels=1,length=1,filters=1,outputs=1 | channels=3,length=5,filters=2,outputs=11
__global__ void transposed_convolution(const float* x, const float* w, float* y, int channels, int length, int filters,
                                       int outputs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, f = blockIdx.y;
  if (i >= outputs || f >= filters) return;
  float sum = 0;
  for (int c = 0; c < channels; ++c) {
    for (int k = 0; k < 4; ++k) {
      int at = i + 1 - k;
      if (at >= 0 && at % 2 == 0 && at / 2 < length) sum += x[c * length + at / 2] * w[(c * filters + f) * 4 + k];
    }
  }
  y[f * outputs + i] = sum;
}

// SCHEDULES split
// SIZES rows=1,classes=1 | rows=3,classes=7 | rows=300,classes=5
__global__ void cross_entropy(const float* x, const int* labels, float* loss, int rows, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float greatest = -INFINITY, sum = 0;
  for (int k = 0; k < classes; ++k) greatest = fmaxf(greatest, x[i * classes + k]);
  for (int k = 0; k < classes; ++k) sum += expf(x[i * classes + k] - greatest);
  atomicAdd(loss, (logf(sum) + greatest - x[i * classes + labels[i]]) / rows);
}

// SCHEDULES rows
// SIZES rows=1,cols=2 | rows=5,cols=64 | rows=2,cols=1026
__global__ void packed_weights(const float* x, const unsigned char* w, float* y, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows) return;
  float sum = 0;
  for (int k = 0; k < cols; k += 2) {
    unsigned char pair = w[i * (cols / 2) + k / 2];
    sum += x[k] * ((pair & 15) - 8) + x[k + 1] * ((pair >> 4) - 8);
  }
  y[i] = sum;
}
