// Naive products of matrices: an element per thread, a line of indices, a grid-stride loop, tiles in shared memory;
// operands in either order, batches, maps before and after the sum.

// SCHEDULES product
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=68,k=20 | m=64,n=128,k=48
// TOLERANCE 1e-4
// VARIANTS 40
__global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37
// VARIANTS 1
__global__ void product_line(const float* a, const float* b, float* c, int m, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  int row = i / n, col = i % n;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[i] = s;
}

__global__ void product_stride(const float* a, const float* b, float* c, int m, int n, int k) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m * n; i += gridDim.x * blockDim.x) {
    float s = 0;
    for (int l = 0; l < k; ++l) s += a[i / n * k + l] * b[l * n + i % n];
    c[i] = s;
  }
}

__global__ void product_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float left[16][16], right[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < k; t += 16) {
    left[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0;
    right[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : 0;
    __syncthreads();
    for (int l = 0; l < 16; ++l) s += left[threadIdx.y][l] * right[l][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = s;
}

// A column of bias beside the weights: with k = 1 there are no terms.
// SIZES m=5,n=7,k=1 | m=5,n=7,k=2 | m=67,n=131,k=37
__global__ void product_with_bias_row(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = b[(k - 1) * n + col];
  for (int l = 0; l < k - 1; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37
// Both operands along the terms, as the weights of a layer are.
// VARIANTS 3
__global__ void linear_layer(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[row * k + l] * w[col * k + l];
  s += bias[col];
  y[row * n + col] = 0.5f * s * (1 + erff(s * 0.70710678f));
}

__global__ void linear_layer_line(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  float s = bias[i % n];
  for (int l = 0; l < k; ++l) s += x[i / n * k + l] * w[i % n * k + l];
  y[i] = 0.5f * s * (1 + erff(s * 0.70710678f));
}

__global__ void linear_layer_tiled(const float* x, const float* w, const float* bias, float* y, int m, int n, int k) {
  __shared__ float left[16][17], right[16][17];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float s = 0;
  for (int t = 0; t < (k + 15) / 16; ++t) {
    int l = t * 16 + threadIdx.x, other = blockIdx.x * 16 + threadIdx.y;
    left[threadIdx.y][threadIdx.x] = row < m && l < k ? x[row * k + l] : 0;
    right[threadIdx.y][threadIdx.x] = other < n && l < k ? w[other * k + l] : 0;
    __syncthreads();
    for (int e = 0; e < 16; ++e) s += left[threadIdx.y][e] * right[threadIdx.x][e];
    __syncthreads();
  }
  if (row >= m || col >= n) return;
  s += bias[col];
  y[row * n + col] = 0.5f * s * (1 + erff(s * 0.70710678f));
}

// Both operands across the terms.
__global__ void product_of_turned(const float* a, const float* b, float* c, int m, int n, int k, float alpha,
                                  float beta) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[l * m + row] * b[l * n + col];
  c[row * n + col] = alpha * s + beta * c[row * n + col];
}

// Columns of the result lie along memory, as in Fortran.
__global__ void product_by_columns(const float* a, const float* b, float* c, int m, int n, int k, float alpha) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += alpha * a[l * m + row] * b[col * k + l];
  c[col * m + row] = s;
}

// SIZES batch=1,m=1,n=1,k=1 | batch=3,m=37,n=67,k=19
// VARIANTS 2
__global__ void products(const float* a, const float* b, float* c, int batch, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z;
  if (row >= m || col >= n || z >= batch) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[(z * m + row) * k + l] * b[(z * k + l) * n + col];
  c[(z * m + row) * n + col] = s;
}

// A batch for each z, without a bound; leading dimensions and a batch's stride as arguments.
// SIZES m=1,n=1,k=1 | m=37,n=67,k=19
__global__ void products_of_blocks(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  a += (size_t)blockIdx.z * m * k;
  b += (size_t)blockIdx.z * k * n;
  c += (size_t)blockIdx.z * m * n;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// SIZES batch=1,heads=1,length=1,d=1 | batch=2,heads=3,length=37,d=20
__global__ void scores(const float* q, const float* k, float* s, int batch, int heads, int length, int d) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= batch * heads * length * length) return;
  int j = at % length, i = at / length % length, h = at / (length * length) % heads, b = at / (length * length * heads);
  float sum = 0;
  for (int l = 0; l < d; ++l)
    sum += q[((b * length + i) * heads + h) * d + l] * k[((b * length + j) * heads + h) * d + l];
  s[at] = sum * 0.125f;
}

// Maps before the sum: a scale for each term, a table of rows, bytes with a scale for each column.
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37
__global__ void scaled_terms(const float* a, const float* d, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += fmaxf(a[row * k + l], 0.0f) * d[l] * b[l * n + col];
  c[row * n + col] = s;
}

__global__ void chosen_rows(const float* table, const int* chosen, const float* b, float* c, int m, int n, int k, int rows) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += table[chosen[row] * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// Elements that lie apart, and results whose rows have two indices.
__global__ void apart(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[2 * (row * k + l)] * b[3 * (l * n + col)];
  c[2 * (row * n + col)] = s;
}

// SIZES m=1,h=1,n=1,k=1 | m=19,h=3,n=37,k=29
__global__ void exchanged_rows(const float* a, const float* b, float* c, int m, int h, int n, int k) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= m * h * n) return;
  int col = at % n, y = at / n % h, x = at / n / h;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[(y * m + x) * k + l] * b[l * n + col];
  c[at] = s;
}

// SIZES n=1,k=1 | n=70,k=37
__global__ void products_of_rows(const float* a, float* c, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[i * k + l] * a[j * k + l];
  c[i * n + j] = s;
}

// SIZES m=1,n=1,k=1 | m=67,n=131,k=37
__global__ void added_product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = c[row * n + col];
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// TOLERANCE 2e-3
__global__ void bytes_times_scale(const float* x, const signed char* w, const float* scale, float* y, int m, int n,
                                  int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += x[row * k + l] * (float)w[col * k + l] * scale[col];
  y[row * n + col] = s;
}

// TOLERANCE 1e-4
__global__ void product_of_doubles(const double* a, const double* b, double* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  double s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

__global__ void product_of_integers(const int* a, const int* b, int* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  int s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}
