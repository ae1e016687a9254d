// Naive products of operands whose lines begin anywhere: they are copied before the copy engine can bring them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// SCHEDULES tensor bulk
// FAST_AT phase=1000,held=3001,before=2049
// SIZES phase=1,held=1,before=1 | phase=67,held=131,before=37 | phase=130,held=264,before=73 | phase=72,held=129,before=80
// TOLERANCE 2e-3
// VARIANTS 3
// Names that written kernels have themselves.
__global__ void named_like_ours(const __half* full, const __half* maps, __half* at, int phase, int held, int before) {
  int m = phase, n = held, k = before;
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = 0;
  for (int l = 0; l < k; ++l) s += __half2float(full[row * k + l]) * __half2float(maps[l * n + col]);
  at[row * n + col] = __float2half(s);
}

// FAST_AT m=1000,n=3001,k=2049
// SIZES m=1,n=1,k=1 | m=67,n=131,k=37 | m=130,n=264,k=73 | m=72,n=129,k=80 | m=128,n=256,k=64
__global__ void turned_at_odd_sizes(const __nv_bfloat16* x, const __nv_bfloat16* w, const float* bias,
                                    __nv_bfloat16* y, int m, int n, int k) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || col >= n) return;
  float s = bias[col];
  for (int l = 0; l < k; ++l) s += __bfloat162float(x[l * m + row]) * __bfloat162float(w[col * k + l]);
  y[row * n + col] = __float2bfloat16(s > 0 ? s : 0);
}

// FAST_AT batch=64,heads=8,m=333,n=301,k=777
// SIZES batch=1,heads=1,m=1,n=1,k=1 | batch=2,heads=3,m=37,n=67,k=19 | batch=3,heads=2,m=130,n=40,k=25 | batch=2,heads=2,m=8,n=8,k=8
__global__ void batches_at_odd_sizes(const __half* x, const __half* w, __half* y, int batch, int heads, int m, int n,
                                     int k) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (row >= m || col >= n || z >= batch * heads) return;
  int b = z / heads, h = z % heads;
  float s = 0;
  for (int l = 0; l < k; ++l)
    s += __half2float(x[((b * m + row) * heads + h) * k + l]) * __half2float(w[(h * k + l) * n + col]);
  y[((b * heads + h) * m + row) * n + col] = __float2half(s);
}
