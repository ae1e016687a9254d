// Loops of a thread.

// SIZES rows=1,cols=1 | rows=37,cols=3 | rows=300,cols=64 | rows=5,cols=1021
// FITS restrict | wide loads | four sums | wide loads, four sums
// LEAVES single precision | exchanged axes
// TOLERANCE 1e-4
__global__ void row_dot(float* a, float* v, float* y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float sum = 0.0f;
    for (int k = 0; k < cols; k++)
      sum += a[r * cols + k] * v[k];
    y[r] = sum;
  }
}

// SIZES n=1,m=1 | n=100,m=7 | n=513,m=65
// FITS reciprocal | restrict | coarsen 2
// LEAVES wide loads
// TOLERANCE 1e-4
__global__ void divided_columns(const float* __restrict__ x, float* y, float norm, int n, int m) {
  unsigned j = threadIdx.x + blockDim.x * blockIdx.x;
  if (j >= (unsigned)n) return;
  for (int i = 0; i < m; ++i) {
    y[i * n + j] = x[i * n + j] / norm;
  }
}

// SIZES n=1,m=4 | n=70,m=9 | n=513,m=130
// FITS wide loads | wide loads, four sums | restrict
// TOLERANCE 1e-4
__global__ void two_sums(int *marks, float *values, float *out, int n, int m) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float all = 0, marked = 0;
#pragma unroll 2
  for (int p = 1; p < m; ++p) {
    const float value = values[t * m + p];
    all += value * value;
    marked += marks[p] > 0 ? value : 0.0f;
  }
  out[t] = all - marked;
}

// SIZES rows=1,cols=1 | rows=33,cols=6 | rows=257,cols=66 | rows=4,cols=1023
// FITS wide loads | wide loads, four sums | restrict | four sums
// TOLERANCE 1e-4
__global__ void row_norm(const float* x, float* y, int rows, int cols) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row >= rows) return;
  const float* line = x + row * cols;
  float* to = &y[row];
  float squares = 0.f;
  for (int c = 0; c < cols; ++c) {
    squares += line[c] * line[c];
  }
  to[0] = sqrtf(squares);
}

// SIZES n=1,m=1 | n=77,m=5 | n=600,m=33
// FITS restrict
// LEAVES four sums
// TOLERANCE 1e-4
__global__ void gather_sums(float* sums, const int* where, const float* values, int n, int m) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    sums[i] = 0;
    for (int j = 0; j < m; ++j) sums[i] += values[j * n + i] * where[j];
  }
}

// SIZES n=1,h=1,w=1 | n=40,h=3,w=5 | n=130,h=17,w=12
// FITS interchanged loops | restrict
// LEAVES wide loads
// TOLERANCE 1e-4
__global__ void patch_sums(const float* patches, float* sums, int n, int h, int w) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n) return;
  float sum = 0;
  for (int c = 0; c < w; ++c) {
    for (int r = 0; r < h; ++r) {
      sum += patches[(p * h + r) * w + c];
    }
  }
  sums[p] = sum;
}

// SIZES n=1,m=1 | n=300,m=7 | n=2000,m=100
// FITS streaming | restrict
__global__ void looked_up(const int* which, const float* table, const float* scale, float* out, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int at = which[i] % m;
    out[i] = table[at < 0 ? at + m : at] * scale[i];
  }
}

// SIZES n=1,rows=1,cols=1 | n=77,rows=5,cols=3 | n=600,rows=33,cols=64 | n=1021,rows=7,cols=131
// FITS quick division
// TOLERANCE 1e-4
__global__ void unrolled_windows(const float* x, float* y, int n, int rows, int cols) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = -3; k < rows * cols; ++k) {
    int r = k / cols, c = k % cols;
    unsigned int u = (unsigned int)k / cols;
    if (k >= 0) sum += x[(i + r * 31 + c * 17) % n] * (u == r ? 1.0f : -1.0f);
    if (k < 0) sum += r + 10 * c;
  }
  y[i] = sum;
}
