// Naive products of many matrices of narrow numbers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES product tensor warpgroup bulk
// SIZES batch=1,m=1,n=1,k=1 | batch=3,m=37,n=67,k=19 | batch=2,m=130,n=264,k=72
// TOLERANCE 2e-3
__global__ void products_of_bfloats(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* c, int batch, int m,
                                    int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x, z = blockIdx.z;
  if (row >= m || col >= n || z >= batch) return;
  float s = 0;
  for (int l = 0; l < k; ++l)
    s += __bfloat162float(a[(z * m + row) * k + l]) * __bfloat162float(b[(z * n + col) * k + l]);
  c[(z * m + row) * n + col] = __float2bfloat16(s);
}

// Scores of attention: heads lie beside each other in a row.
// SIZES batch=1,heads=1,queries=1,keys=1,d=1 | batch=2,heads=3,queries=37,keys=67,d=8 | batch=2,heads=2,queries=130,keys=40,d=24
__global__ void scores_of_heads(const __half* q, const __half* k, __half* s, int batch, int heads, int queries,
                                int keys, int d, float scale) {
  int key = blockIdx.x * blockDim.x + threadIdx.x, query = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (key >= keys || query >= queries || z >= batch * heads) return;
  int b = z / heads, h = z % heads;
  float sum = 0;
  for (int l = 0; l < d; ++l)
    sum += __half2float(q[((b * queries + query) * heads + h) * d + l]) *
           __half2float(k[((b * keys + key) * heads + h) * d + l]);
  s[((b * heads + h) * queries + query) * keys + key] = __float2half(sum * scale);
}

// One matrix for all of a batch, and a bias for each.
// SIZES batch=1,m=1,n=1,k=1 | batch=3,m=37,n=67,k=19 | batch=3,m=72,n=136,k=80
__global__ void products_with_one_matrix(const __half* w, const __half* x, const __half* bias, __half* y, int batch,
                                         int m, int n, int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (row >= m || col >= n || z >= batch) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(w[row * k + l]) * __half2float(x[(z * k + l) * n + col]);
  y[(z * m + row) * n + col] = __float2half(s + __half2float(bias[z * n + col]));
}
