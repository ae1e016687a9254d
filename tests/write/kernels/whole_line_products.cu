// Naive products of floats whose lines begin anywhere: kernels before copy them to lines of whole words.

// SCHEDULES product
// FAST_AT m=2047,n=2047,k=2047
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=66,k=17 | m=64,n=128,k=48
// TOLERANCE 1e-4
// VARIANTS 20
__global__ void odd_product(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// Few tiles: blocks share the terms of one. Both operands along the terms, factors and a map around the sum.
// FAST_AT m=259,n=257,k=65535
// SIZES m=1,n=1,k=1 | m=67,n=131,k=137 | m=40,n=130,k=300
// VARIANTS 3
__global__ void odd_layer(const float* x, const float* w, const float* bias, float* y, int m, int n, int k,
                          float alpha) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += alpha * x[row * k + l] * w[col * k + l];
  s += bias[col];
  y[row * n + col] = s > 0 ? s : 0.01f * s;
}

// Batches of one operand, in another order than the result's, and a matrix of the other that all share; added to what
// is there.
// FAST_AT batch=8,heads=4,m=333,n=301,k=777
// SIZES batch=1,heads=1,m=1,n=1,k=1 | batch=2,heads=3,m=37,n=67,k=19 | batch=3,heads=2,m=70,n=130,k=25
__global__ void odd_batches(const float* x, const float* w, float* y, int batch, int heads, int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (row >= m || col >= n || z >= batch * heads) return;
  int b = z / heads, h = z % heads;
  float s = y[((b * heads + h) * m + row) * n + col];
  for (int l = 0; l < k; ++l) s += x[((b * m + row) * heads + h) * k + l] * w[(h * k + l) * n + col];
  y[((b * heads + h) * m + row) * n + col] = s;
}

// Both operands across the terms; only one has odd lines.
// FAST_AT m=2047,n=2048,k=2047
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=66,n=128,k=32
__global__ void one_odd_operand(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += a[l * m + row] * b[l * n + col];
  c[row * n + col] = s;
}

// What is done to elements before: rows that data chooses, a scale for each term, bytes.
// FAST_AT m=2047,n=2047,k=2047,rows=4095
// SIZES m=1,n=1,k=1,rows=1 | m=67,n=131,k=37,rows=90
// TOLERANCE 2e-3
__global__ void odd_computed_operands(const float* table, const int* chosen, const float* scale, const signed char* w,
                                      float* y, int m, int n, int k, int rows) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += fmaxf(table[chosen[row] * k + l], 0.0f) * scale[l] * (float)w[col * k + l];
  y[row * n + col] = s;
}

// FAST_AT m=1025,n=1023,k=1025
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37
// TOLERANCE 1e-4
__global__ void odd_doubles(const double* a, const double* b, double* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  double s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}

// FAST_AT m=2047,n=2047,k=2047
__global__ void odd_integers(const int* a, const int* b, int* c, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  int s = 0;
  for (int l = 0; l < k; ++l) s += a[row * k + l] * b[l * n + col];
  c[row * n + col] = s;
}
