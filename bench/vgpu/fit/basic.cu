// Families of variants of one problem, and single kernels that each lean on one part of the GPU.
#include <cuda_fp16.h>
#include <mma.h>

// Copies of n floats.
extern "C" __global__ void copy_scalar(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
extern "C" __global__ void copy_vector(const float4* in, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) out[i] = in[i];
}
extern "C" __global__ void copy_grid_stride(const float* in, float* out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
extern "C" __global__ void copy_strided(const float* in, float* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / stride) out[i * stride] = in[i * stride];
}
extern "C" __global__ void copy_four_each(const float* in, float* out, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
  for (int j = 0; j < 4; ++j) {
    if (i + j < n) out[i + j] = in[i + j];
  }
}
extern "C" __global__ void gather(const float* in, const int* index, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[index[i]];
}
extern "C" __global__ void saxpy(const float* x, float* y, float a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void gelu(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 0.5f * in[i] * (1.0f + tanhf(0.79788456f * (in[i] + 0.044715f * in[i] * in[i] * in[i])));
}

// Transposes of an n x n matrix.
extern "C" __global__ void transpose_naive(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[x * n + y + j] = in[(y + j) * n + x];
}
template <int pad>
__device__ void transpose_through_shared(const float* in, float* out, int n) {
  __shared__ float tile[32][32 + pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
extern "C" __global__ void transpose_tiled(const float* in, float* out, int n) { transpose_through_shared<0>(in, out, n); }
extern "C" __global__ void transpose_padded(const float* in, float* out, int n) { transpose_through_shared<1>(in, out, n); }

// Sums of n floats.
extern "C" __global__ void sum_atomic(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
extern "C" __global__ void sum_shared(const float* in, float* out, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
extern "C" __global__ void sum_shuffle(const float4* in, float* out, int n) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

// Softmax of rows of `columns` floats.
extern "C" __global__ void softmax_thread_row(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float largest = -INFINITY, sum = 0;
  for (int i = 0; i < columns; ++i) largest = fmaxf(largest, in[row * columns + i]);
  for (int i = 0; i < columns; ++i) sum += expf(in[row * columns + i] - largest);
  for (int i = 0; i < columns; ++i) out[row * columns + i] = expf(in[row * columns + i] - largest) / sum;
}
extern "C" __global__ void softmax_warp_row(const float* in, float* out, int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float largest = -INFINITY, sum = 0;
  for (int i = lane; i < columns; i += 32) largest = fmaxf(largest, in[row * columns + i]);
  for (int s = 16; s > 0; s /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, s));
  for (int i = lane; i < columns; i += 32) sum += __expf(in[row * columns + i] - largest);
  for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = lane; i < columns; i += 32) out[row * columns + i] = __expf(in[row * columns + i] - largest) / sum;
}
extern "C" __global__ void softmax_block_row(const float* in, float* out, int rows, int columns) {
  __shared__ float part[256];
  const float* row = in + blockIdx.x * columns;
  float largest = -INFINITY, sum = 0;
  for (int i = threadIdx.x; i < columns; i += 256) largest = fmaxf(largest, row[i]);
  part[threadIdx.x] = largest;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] = fmaxf(part[threadIdx.x], part[threadIdx.x + s]);
    __syncthreads();
  }
  largest = part[0];
  __syncthreads();
  for (int i = threadIdx.x; i < columns; i += 256) sum += __expf(row[i] - largest);
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  for (int i = threadIdx.x; i < columns; i += 256) out[blockIdx.x * columns + i] = __expf(row[i] - largest) / part[0];
}

// Products of n x n matrices.
extern "C" __global__ void gemm_naive(const float* a, const float* b, float* c, int n) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
extern "C" __global__ void gemm_uncoalesced(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
template <int t>
__device__ void gemm_tile(const float* a, const float* b, float* c, int n) {
  __shared__ float as[t][t], bs[t][t];
  const int column = blockIdx.x * t + threadIdx.x, row = blockIdx.y * t + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += t) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < t; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
extern "C" __global__ void gemm_tiled16(const float* a, const float* b, float* c, int n) { gemm_tile<16>(a, b, c, n); }
extern "C" __global__ void gemm_tiled32(const float* a, const float* b, float* c, int n) { gemm_tile<32>(a, b, c, n); }
// 64 x 64 a block, 4 x 4 a thread.
extern "C" __global__ void gemm_register4(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][64], bs[16][64];
  const int thread = threadIdx.x, tx = thread % 16, ty = thread / 16;
  float sum[4][4] = {};
  for (int k = 0; k < n; k += 16) {
    for (int j = 0; j < 4; ++j) {
      const int e = thread + j * 256;
      as[e % 16][e / 16] = a[(blockIdx.y * 64 + e / 16) * n + k + e % 16];
      bs[e / 64][e % 64] = b[(k + e / 64) * n + blockIdx.x * 64 + e % 64];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) {
      float x[4], y[4];
#pragma unroll
      for (int j = 0; j < 4; ++j) x[j] = as[i][ty * 4 + j];
#pragma unroll
      for (int j = 0; j < 4; ++j) y[j] = bs[i][tx * 4 + j];
#pragma unroll
      for (int p = 0; p < 4; ++p)
#pragma unroll
        for (int q = 0; q < 4; ++q) sum[p][q] += x[p] * y[q];
    }
    __syncthreads();
  }
  for (int p = 0; p < 4; ++p)
    for (int q = 0; q < 4; ++q) c[(blockIdx.y * 64 + ty * 4 + p) * n + blockIdx.x * 64 + tx * 4 + q] = sum[p][q];
}

// Products of half matrices on tensor cores: one warp a 16 x 16 tile, or staged through shared memory.
extern "C" __global__ void hgemm_direct(const half* a, const half* b, float* c, int n) {
  using namespace nvcuda;
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int row = warp / (n / 16) * 16, column = warp % (n / 16) * 16;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
  wmma::fill_fragment(fc, 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::load_matrix_sync(fa, a + row * n + k, n);
    wmma::load_matrix_sync(fb, b + k * n + column, n);
    wmma::mma_sync(fc, fa, fb, fc);
  }
  wmma::store_matrix_sync(c + row * n + column, fc, n, wmma::mem_row_major);
}
// 64 x 64 a block of 4 warps, each 32 x 32.
extern "C" __global__ void hgemm_shared(const half* a, const half* b, float* c, int n) {
  using namespace nvcuda;
  __shared__ half as[64][40], bs[32][72];
  const int warp = threadIdx.x / 32, wy = warp / 2 * 32, wx = warp % 2 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc[2][2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) wmma::fill_fragment(fc[i][j], 0.0f);
  for (int k = 0; k < n; k += 32) {
    for (int e = threadIdx.x; e < 64 * 4; e += 128) {
      *reinterpret_cast<int4*>(&as[e / 4][e % 4 * 8]) = *reinterpret_cast<const int4*>(a + (blockIdx.y * 64 + e / 4) * n + k + e % 4 * 8);
      *reinterpret_cast<int4*>(&bs[e / 8][e % 8 * 8]) = *reinterpret_cast<const int4*>(b + (k + e / 8) * n + blockIdx.x * 64 + e % 8 * 8);
    }
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
      for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[wy + i * 16][kk], 40);
      for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], &bs[kk][wx + j * 16], 72);
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) wmma::mma_sync(fc[i][j], fa[i], fb[j], fc[i][j]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      wmma::store_matrix_sync(c + (blockIdx.y * 64 + wy + i * 16) * n + blockIdx.x * 64 + wx + j * 16, fc[i][j], n, wmma::mem_row_major);
}

// Five-point stencils on an n x n grid.
extern "C" __global__ void stencil_global(const float* in, float* out, int n) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
extern "C" __global__ void stencil_shared(const float* in, float* out, int n) {
  __shared__ float tile[10][34];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int e = threadIdx.y * 32 + threadIdx.x; e < 340; e += 256) {
    const int tx = blockIdx.x * 32 + e % 34 - 1, ty = blockIdx.y * 8 + e / 34 - 1;
    tile[e / 34][e % 34] = tx >= 0 && ty >= 0 && tx < n && ty < n ? in[ty * n + tx] : 0;
  }
  __syncthreads();
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const int a = threadIdx.y + 1, b = threadIdx.x + 1;
  out[y * n + x] = 0.2f * (tile[a][b] + tile[a][b - 1] + tile[a][b + 1] + tile[a - 1][b] + tile[a + 1][b]);
}
extern "C" __global__ void stencil_wrong_way(const float* in, float* out, int n) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x, x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
  const int i = y * n + x;
  out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

// Histograms of n bytes' worth of indices into 256 bins.
extern "C" __global__ void histogram_global(const int* in, int* bins, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & 255], 1);
}
extern "C" __global__ void histogram_shared(const int* in, int* bins, int n) {
  __shared__ int local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&local[in[i] & 255], 1);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// All pairs of n bodies.
extern "C" __global__ void nbody_global(const float4* body, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = body[i];
  float3 f = {0, 0, 0};
  for (int j = 0; j < n; ++j) {
    const float4 b = body[j];
    const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z, d = dx * dx + dy * dy + dz * dz + 1e-3f;
    const float r = rsqrtf(d), s = b.w * r * r * r;
    f.x += dx * s, f.y += dy * s, f.z += dz * s;
  }
  out[i] = {f.x, f.y, f.z, 0};
}
extern "C" __global__ void nbody_shared(const float4* body, float4* out, int n) {
  __shared__ float4 tile[256];
  const int i = blockIdx.x * 256 + threadIdx.x;
  const float4 me = body[i];
  float3 f = {0, 0, 0};
  for (int base = 0; base < n; base += 256) {
    tile[threadIdx.x] = body[base + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < 256; ++j) {
      const float4 b = tile[j];
      const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z, d = dx * dx + dy * dy + dz * dz + 1e-3f;
      const float r = rsqrtf(d), s = b.w * r * r * r;
      f.x += dx * s, f.y += dy * s, f.z += dz * s;
    }
    __syncthreads();
  }
  out[i] = {f.x, f.y, f.z, 0};
}

// Layer norm of rows of `columns` floats, one warp or one block a row.
extern "C" __global__ void layernorm_warp(const float* in, float* out, int rows, int columns) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0, squares = 0;
  for (int i = lane; i < columns; i += 32) {
    const float v = in[row * columns + i];
    sum += v;
    squares += v * v;
  }
  for (int s = 16; s > 0; s /= 2) sum += __shfl_xor_sync(~0u, sum, s), squares += __shfl_xor_sync(~0u, squares, s);
  const float mean = sum / columns, scale = rsqrtf(squares / columns - mean * mean + 1e-5f);
  for (int i = lane; i < columns; i += 32) out[row * columns + i] = (in[row * columns + i] - mean) * scale;
}
extern "C" __global__ void layernorm_thread(const float* in, float* out, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0, squares = 0;
  for (int i = 0; i < columns; ++i) {
    const float v = in[row * columns + i];
    sum += v;
    squares += v * v;
  }
  const float mean = sum / columns, scale = rsqrtf(squares / columns - mean * mean + 1e-5f);
  for (int i = 0; i < columns; ++i) out[row * columns + i] = (in[row * columns + i] - mean) * scale;
}

// Parts of the GPU, one at a time.
template <int chains>
__device__ void fma_chains(float* out, int rounds) {
  float v[chains];
  for (int c = 0; c < chains; ++c) v[c] = threadIdx.x + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < chains; ++c) v[c] = v[c] * 0.999f + 0.5f;
  float sum = 0;
  for (int c = 0; c < chains; ++c) sum += v[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void fma_1(float* out, int rounds) { fma_chains<1>(out, rounds); }
extern "C" __global__ void fma_4(float* out, int rounds) { fma_chains<4>(out, rounds); }
extern "C" __global__ void fma_16(float* out, int rounds) { fma_chains<16>(out, rounds); }
extern "C" __global__ void double_fma(double* out, int rounds) {
  double v[8];
  for (int c = 0; c < 8; ++c) v[c] = threadIdx.x + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 8; ++c) v[c] = v[c] * 0.999 + 0.5;
  double sum = 0;
  for (int c = 0; c < 8; ++c) sum += v[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void integer_mix(int* out, int rounds) {
  unsigned v[8];
  for (int c = 0; c < 8; ++c) v[c] = threadIdx.x * 77 + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 8; ++c) v[c] = (v[c] ^ (v[c] << 13)) + (v[c] >> 7);
  unsigned sum = 0;
  for (int c = 0; c < 8; ++c) sum += v[c];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void special_functions(float* out, int rounds) {
  float v[4];
  for (int c = 0; c < 4; ++c) v[c] = threadIdx.x * 0.01f + c;
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 4; ++c) v[c] = __sinf(v[c]) + 1.5f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v[0] + v[1] + v[2] + v[3];
}
extern "C" __global__ void half_fma(half2* out, int rounds) {
  half2 v[8];
  for (int c = 0; c < 8; ++c) v[c] = __floats2half2_rn(threadIdx.x * 0.01f, c);
  const half2 a = __floats2half2_rn(0.999f, 0.998f), b = __floats2half2_rn(0.5f, 0.25f);
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int c = 0; c < 8; ++c) v[c] = __hfma2(v[c], a, b);
  for (int c = 1; c < 8; ++c) v[0] = __hadd2(v[0], v[c]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v[0];
}
extern "C" __global__ void divisions(float* out, int rounds) {
  float v = threadIdx.x + 1.5f, w = blockIdx.x + 2.5f;
  for (int r = 0; r < rounds; ++r) v = w / (v + 1.0f) + 0.1f;
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
// Lanes `stride` words apart: as many wavefronts as gcd(stride, 32).
extern "C" __global__ void shared_stride(float* out, int rounds, int stride) {
  __shared__ float words[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) words[i] = i;
  __syncthreads();
  float sum = 0;
  int at = threadIdx.x * stride;
  for (int r = 0; r < rounds; ++r) {
    sum += words[at & 1023];
    at += 33;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
extern "C" __global__ void barriers(float* out, int rounds) {
  __shared__ float word;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) word = r;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = word;
}
extern "C" __global__ void chase(const int* next, int* out, int rounds) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) at = next[at];
  out[blockIdx.x * blockDim.x + threadIdx.x] = at;
}
extern "C" __global__ void atomics_spread(int* bins, int rounds, int apart) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) atomicAdd(&bins[(i * apart + r * 32) & 0xfffff], 1);
}
// Reads the same `n` floats again and again: served by L2, or by L1 when they are few.
extern "C" __global__ void reread(const float* in, float* out, int n, int rounds) {
  float sum = 0;
  for (int r = 0; r < rounds; ++r)
    for (int i = blockIdx.x * 37 * 128 % n + threadIdx.x, j = 0; j < 64; ++j, i += blockDim.x) sum += in[i % n];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// One query row a warp over `length` keys of 64 floats.
extern "C" __global__ void attention(const float* q, const float* k, const float* v, float* out, int length) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const float q0 = q[row * 64 + lane], q1 = q[row * 64 + 32 + lane];
  float largest = -INFINITY, sum = 0, o0 = 0, o1 = 0;
  for (int j = 0; j < length; ++j) {
    float score = q0 * k[j * 64 + lane] + q1 * k[j * 64 + 32 + lane];
    for (int s = 16; s > 0; s /= 2) score += __shfl_xor_sync(~0u, score, s);
    const float now = fmaxf(largest, score), keep = __expf(largest - now), weight = __expf(score - now);
    sum = sum * keep + weight;
    o0 = o0 * keep + weight * v[j * 64 + lane];
    o1 = o1 * keep + weight * v[j * 64 + 32 + lane];
    largest = now;
  }
  out[row * 64 + lane] = o0 / sum;
  out[row * 64 + 32 + lane] = o1 / sum;
}
