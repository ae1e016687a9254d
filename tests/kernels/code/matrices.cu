// Fragments between shared memory and registers, and a product that lives from them.
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* pointer) { return static_cast<unsigned>(__cvta_generic_to_shared(pointer)); }

// Four 8x8 matrices one after another; out holds what each lane got, plain and transposed.
__global__ void load_matrices(const uint4* in, unsigned* out) {
  __shared__ alignas(16) uint4 rows[32];
  rows[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  const unsigned at = shared_address(&rows[threadIdx.x]);
  unsigned r[8], one, two[2];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7]) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(one) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(two[0]), "=r"(two[1]) : "r"(at));
  for (int i = 0; i < 8; ++i) out[threadIdx.x * 11 + i] = r[i];
  out[threadIdx.x * 11 + 8] = one, out[threadIdx.x * 11 + 9] = two[0], out[threadIdx.x * 11 + 10] = two[1];
}

#if __CUDA_ARCH__ >= 900
// Lane registers become four 8x8 matrices, the last two transposed.
__global__ void store_matrices(const unsigned* in, uint4* out) {
  __shared__ alignas(16) uint4 rows[32];
  const unsigned at = shared_address(rows), lane = threadIdx.x;
  const unsigned r[4] = {in[lane], in[lane + 32], in[lane + 64], in[lane + 96]};
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1,%2};" ::"r"(at + (lane & 15) * 16), "r"(r[0]), "r"(r[1]) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1,%2};" ::"r"(at + 256 + (lane & 15) * 16), "r"(r[2]), "r"(r[3]) : "memory");
  __syncthreads();
  out[lane] = rows[lane];
}
#endif

// C = A B, B by columns; 64x64 a block of four warps, k in steps of 32, rows turned so that ldmatrix meets no conflict.
constexpr int k_tile = 64, k_depth = 32;

__device__ int place(int row, int chunk) { return row * k_depth + ((chunk ^ (row >> 1)) & 3) * 8; }

__device__ void copy_tile(half* to, const half* from, int stride) {
  for (int i = threadIdx.x; i < k_tile * k_depth / 8; i += 128) {
    const int row = i / 4, chunk = i % 4;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to + place(row, chunk))), "l"(from + row * stride + chunk * 8));
  }
}

__global__ void __launch_bounds__(128) hgemm_ldmatrix(const half* a, const half* b, float* c, int n, int k) {
  __shared__ alignas(128) half tile_a[2][k_tile * k_depth], tile_b[2][k_tile * k_depth];
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  const half *from_a = a + blockIdx.y * k_tile * k, *from_b = b + blockIdx.x * k_tile * k;
  float sum[8][4] = {};
  copy_tile(tile_a[0], from_a, k);
  copy_tile(tile_b[0], from_b, k);
  asm volatile("cp.async.commit_group;");
  for (int t = 0; t < k / k_depth; ++t) {
    if ((t + 1) * k_depth < k) {
      copy_tile(tile_a[(t + 1) & 1], from_a + (t + 1) * k_depth, k);
      copy_tile(tile_b[(t + 1) & 1], from_b + (t + 1) * k_depth, k);
    }
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
#pragma unroll
    for (int step = 0; step < 2; ++step) {
      unsigned l[4], r[2];
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(l[0]), "=r"(l[1]), "=r"(l[2]), "=r"(l[3])
                   : "r"(shared_address(&tile_a[t & 1][place(warp * 16 + (lane & 15), step * 2 + (lane >> 4))])));
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1])
                     : "r"(shared_address(&tile_b[t & 1][place(j * 8 + (lane & 7), step * 2 + (lane >> 3 & 1))])));
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(sum[j][0]), "+f"(sum[j][1]), "+f"(sum[j][2]), "+f"(sum[j][3])
                     : "r"(l[0]), "r"(l[1]), "r"(l[2]), "r"(l[3]), "r"(r[0]), "r"(r[1]));
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j) {
    float* to = c + (blockIdx.y * k_tile + warp * 16 + lane / 4) * n + blockIdx.x * k_tile + j * 8 + lane % 4 * 2;
    *reinterpret_cast<float2*>(to) = make_float2(sum[j][0], sum[j][1]);
    *reinterpret_cast<float2*>(to + 8 * n) = make_float2(sum[j][2], sum[j][3]);
  }
}

// The same product without tensor cores.
__global__ void hgemm_scalar(const half* a, const half* b, float* c, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += __half2float(a[row * k + i]) * __half2float(b[col * k + i]);
  c[row * n + col] = sum;
}

__global__ void hgemm_pairs(const half2* a, const half2* b, float* c, int n, int k) {
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < k / 2; ++i) {
    const float2 left = __half22float2(a[row * (k / 2) + i]), right = __half22float2(b[col * (k / 2) + i]);
    sum = fmaf(left.y, right.y, fmaf(left.x, right.x, sum));
  }
  c[row * n + col] = sum;
}
