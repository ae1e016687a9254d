// Double-precision products: fused multiply-adds, and tensor cores from sm_80 on.

__global__ void dgemm_tiled(const double* a, const double* b, double* c, int n, int k) {
  __shared__ double tile_a[16][16], tile_b[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  double sum = 0.0;
  for (int t = 0; t < k; t += 16) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * k + t + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(t + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum = fma(tile_a[threadIdx.y][i], tile_b[i][threadIdx.x], sum);
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__global__ void dgemm_mma(const double* a, const double* b, double* c, int k) {
  double d[2] = {};
  for (int i = threadIdx.x & 3; i < k; i += 4) {
    const double left = a[(threadIdx.x >> 2) * k + i], right = b[(threadIdx.x >> 2) * k + i];
#if __CUDA_ARCH__ >= 800
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(d[0]), "+d"(d[1]) : "d"(left), "d"(right));
#else
    d[0] += left * right;
#endif
  }
  c[threadIdx.x * 2] = d[0];
  c[threadIdx.x * 2 + 1] = d[1];
}

__global__ void double_shapes(const double* a, const double* b, double* c) {
  double d[4] = {};
#if __CUDA_ARCH__ >= 900
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3]) : "d"(a[0]), "d"(a[1]), "d"(b[0]));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};"
               : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
                 "d"(b[2]), "d"(b[3]));
#endif
  for (int i = 0; i < 4; ++i) c[threadIdx.x * 4 + i] = d[i] + a[i] * b[i];
}
