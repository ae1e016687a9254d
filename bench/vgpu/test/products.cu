// Matrix products, bodies, functions, integers, sorting. No model is fitted on these.
#include <cuda_fp16.h>
#include <mma.h>

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

// c = a b for n x n: plain, a tile of 32 with 4 results a thread, 128 x 128 a block with 8 x 8 a thread.
extern "C" __global__ void product_plain(const float* a, const float* b, float* c, int n) {
  const int column = INDEX, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
extern "C" __global__ void product_strips(const float* a, const float* b, float* c, int n) {
  __shared__ float as[32][32], bs[32][32];
  const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  float sum[4] = {};
  for (int k = 0; k < n; k += 32) {
    for (int j = 0; j < 32; j += 8) {
      as[threadIdx.y + j][threadIdx.x] = a[(row + j) * n + k + threadIdx.x];
      bs[threadIdx.y + j][threadIdx.x] = b[(k + threadIdx.y + j) * n + column];
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 32; ++i)
#pragma unroll
      for (int j = 0; j < 4; ++j) sum[j] += as[threadIdx.y + j * 8][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  for (int j = 0; j < 4; ++j) c[(row + j * 8) * n + column] = sum[j];
}
extern "C" __global__ void __launch_bounds__(256) product_8x8(const float* a, const float* b, float* c, int n) {
  __shared__ float as[8][128], bs[8][128];
  const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  const int ar = threadIdx.x / 2, ac = threadIdx.x % 2 * 4, br = threadIdx.x / 32, bc = threadIdx.x % 32 * 4;
  float sum[8][8] = {};
  for (int k = 0; k < n; k += 8) {
    const float4 u = *reinterpret_cast<const float4*>(a + (blockIdx.y * 128 + ar) * n + k + ac);
    as[ac][ar] = u.x, as[ac + 1][ar] = u.y, as[ac + 2][ar] = u.z, as[ac + 3][ar] = u.w;
    *reinterpret_cast<float4*>(&bs[br][bc]) = *reinterpret_cast<const float4*>(b + (k + br) * n + blockIdx.x * 128 + bc);
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      float x[8], y[8];
#pragma unroll
      for (int j = 0; j < 8; ++j) x[j] = as[i][ty * 8 + j], y[j] = bs[i][tx * 8 + j];
#pragma unroll
      for (int p = 0; p < 8; ++p)
#pragma unroll
        for (int q = 0; q < 8; ++q) sum[p][q] += x[p] * y[q];
    }
    __syncthreads();
  }
  for (int p = 0; p < 8; ++p)
    for (int q = 0; q < 8; ++q) c[(blockIdx.y * 128 + ty * 8 + p) * n + blockIdx.x * 128 + tx * 8 + q] = sum[p][q];
}
extern "C" __global__ void product_doubles(const double* a, const double* b, double* c, int n) {
  __shared__ double as[16][16], bs[16][16];
  const int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  double sum = 0;
  for (int k = 0; k < n; k += 16) {
    as[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < 16; ++i) sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
// Tensor cores: each warp 32 x 32 straight from global memory; 128 x 128 a block of 8 warps through shared memory.
extern "C" __global__ void product_halves(const half* a, const half* b, float* c, int n) {
  using namespace nvcuda;
  const int warp = INDEX / 32, row = warp / (n / 32) * 32, column = warp % (n / 32) * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc[2][2];
  for (int i = 0; i < 4; ++i) wmma::fill_fragment(fc[i / 2][i % 2], 0.0f);
  for (int k = 0; k < n; k += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[2];
    for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], a + (row + i * 16) * n + k, n);
    for (int j = 0; j < 2; ++j) wmma::load_matrix_sync(fb[j], b + k * n + column + j * 16, n);
    for (int i = 0; i < 4; ++i) wmma::mma_sync(fc[i / 2][i % 2], fa[i / 2], fb[i % 2], fc[i / 2][i % 2]);
  }
  for (int i = 0; i < 4; ++i) wmma::store_matrix_sync(c + (row + i / 2 * 16) * n + column + i % 2 * 16, fc[i / 2][i % 2], n, wmma::mem_row_major);
}
extern "C" __global__ void product_halves_shared(const half* a, const half* b, float* c, int n) {
  using namespace nvcuda;
  __shared__ half as[128][40], bs[32][136];
  const int warp = threadIdx.x / 32, wy = warp / 2 * 32, wx = warp % 2 * 64;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc[2][4];
  for (int i = 0; i < 8; ++i) wmma::fill_fragment(fc[i / 4][i % 4], 0.0f);
  for (int k = 0; k < n; k += 32) {
    for (int e = threadIdx.x; e < 512; e += 256) {
      *reinterpret_cast<int4*>(&as[e / 4][e % 4 * 8]) = *reinterpret_cast<const int4*>(a + (blockIdx.y * 128 + e / 4) * n + k + e % 4 * 8);
      *reinterpret_cast<int4*>(&bs[e / 16][e % 16 * 8]) = *reinterpret_cast<const int4*>(b + (k + e / 16) * n + blockIdx.x * 128 + e % 16 * 8);
    }
    __syncthreads();
    for (int kk = 0; kk < 32; kk += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa[2];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb[4];
      for (int i = 0; i < 2; ++i) wmma::load_matrix_sync(fa[i], &as[wy + i * 16][kk], 40);
      for (int j = 0; j < 4; ++j) wmma::load_matrix_sync(fb[j], &bs[kk][wx + j * 16], 136);
      for (int i = 0; i < 8; ++i) wmma::mma_sync(fc[i / 4][i % 4], fa[i / 4], fb[i % 4], fc[i / 4][i % 4]);
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    wmma::store_matrix_sync(c + (blockIdx.y * 128 + wy + i / 4 * 16) * n + blockIdx.x * 128 + wx + i % 4 * 16, fc[i / 4][i % 4], n, wmma::mem_row_major);
}

// Bodies that attract: others read one by one, the same for all lanes; as arrays of members; with a cut-off.
extern "C" __global__ void bodies_uniform(const float4* body, float4* out, int n) {
  const int i = INDEX;
  const float4 me = body[i];
  float ax = 0, ay = 0, az = 0;
#pragma unroll 4
  for (int j = 0; j < n; ++j) {
    const float4 b = __ldg(body + j);
    const float dx = b.x - me.x, dy = b.y - me.y, dz = b.z - me.z, r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    const float s = b.w * r * r * r;
    ax += dx * s, ay += dy * s, az += dz * s;
  }
  out[i] = {ax, ay, az, 0};
}
extern "C" __global__ void bodies_members(const float* x, const float* y, const float* z, float* out, int n) {
  const int i = INDEX;
  const float mx = x[i], my = y[i], mz = z[i];
  float energy = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = x[j] - mx, dy = y[j] - my, dz = z[j] - mz;
    energy += rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
  }
  out[i] = energy;
}
extern "C" __global__ void bodies_cut_off(const float* x, const float* y, const float* z, float* out, int n) {
  const int i = INDEX;
  const float mx = x[i], my = y[i], mz = z[i];
  float energy = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = x[j] - mx, dy = y[j] - my, dz = z[j] - mz, d = dx * dx + dy * dy + dz * dz;
    if (d < 0.5f) energy += expf(-d) / (d + 0.01f);
  }
  out[i] = energy;
}

// Functions of double precision on floats.
extern "C" __global__ void double_log(const float* in, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = log(static_cast<double>(in[i] + 2));
}
extern "C" __global__ void double_power(const float* in, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = pow(in[i] + 2.0, 1.7);
}
extern "C" __global__ void double_constants(const float* in, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[i] * 0.3989422804 * exp(-0.5 * in[i] * in[i]);
}
extern "C" __global__ void single_instead(const float* in, float* out, int n) {
  const int i = INDEX;
  if (i < n) out[i] = in[i] * 0.3989422804f * expf(-0.5f * in[i] * in[i]);
}

// Hashing of words and long words; random numbers.
extern "C" __global__ void hash_words(const unsigned* in, unsigned* out, int n, int rounds) {
  const int i = INDEX;
  if (i >= n) return;
  unsigned h = in[i];
  for (int r = 0; r < rounds; ++r) {
    h ^= h >> 16, h *= 0x85ebca6bu;
    h ^= h >> 13, h *= 0xc2b2ae35u;
    h ^= h >> 16;
  }
  out[i] = h;
}
extern "C" __global__ void hash_long_words(const unsigned* in, unsigned* out, int n, int rounds) {
  const int i = INDEX;
  if (i >= n) return;
  unsigned long long h = in[i];
  for (int r = 0; r < rounds; ++r) {
    h ^= h >> 33, h *= 0xff51afd7ed558ccdull;
    h ^= h >> 33, h *= 0xc4ceb9fe1a85ec53ull;
  }
  out[i] = static_cast<unsigned>(h >> 32);
}
extern "C" __global__ void remainders(const unsigned* in, unsigned* out, int n, int divisor) {
  const int i = INDEX;
  if (i < n) out[i] = in[i] % divisor * 3 + in[i] / (divisor + 1);
}

// Sorting: one step of a bitonic network over all, and all steps of 1024 in shared memory.
extern "C" __global__ void bitonic_step(const unsigned* in, unsigned* out, int distance, int size) {
  const int i = INDEX, other = i ^ distance;
  const unsigned a = in[i], b = in[other];
  out[i] = ((i & size) == 0) == (i < other) ? min(a, b) : max(a, b);
}
extern "C" __global__ void bitonic_shared(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[1024];
  const int i = threadIdx.x;
  keys[i] = in[blockIdx.x * 1024 + i];
  keys[i + 512] = in[blockIdx.x * 1024 + i + 512];
  for (int size = 2; size <= 1024; size *= 2) {
    for (int d = size / 2; d > 0; d /= 2) {
      __syncthreads();
      const int low = (i & ~(d - 1)) * 2 + (i & (d - 1)), high = low + d;
      const unsigned a = keys[low], b = keys[high];
      if ((a > b) == ((low & size) == 0)) keys[low] = b, keys[high] = a;
    }
  }
  __syncthreads();
  out[blockIdx.x * 1024 + i] = keys[i];
  out[blockIdx.x * 1024 + i + 512] = keys[i + 512];
}
// The eight largest of a row, kept in an array that is sorted by insertion.
extern "C" __global__ void top_eight(const float* in, float* out, int rows, int columns) {
  const int row = INDEX;
  if (row >= rows) return;
  float best[8];
  for (int j = 0; j < 8; ++j) best[j] = -INFINITY;
  for (int c = 0; c < columns; ++c) {
    float v = in[c * rows + row];
    for (int j = 0; j < 8; ++j) {
      if (v <= best[j]) continue;
      const float t = best[j];
      best[j] = v;
      v = t;
    }
  }
  for (int j = 0; j < 8; ++j) out[j * rows + row] = best[j];
}
