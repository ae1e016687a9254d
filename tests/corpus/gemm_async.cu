// C = A B, two shared-memory stages filled by asynchronous copies while the other is used.

constexpr int k_tile = 32;

__device__ void copy_16(float* shared, const float* global) {
#if __CUDA_ARCH__ >= 800
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global));
#else
  *reinterpret_cast<float4*>(shared) = *reinterpret_cast<const float4*>(global);
#endif
}

__device__ void commit_stage() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
#endif
}

template <int pending>
__device__ void wait_stages() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending));
#endif
}

__global__ void __launch_bounds__(256) gemm_async(const float* a, const float* b, float* c, int n, int k) {
  __shared__ float tile_a[2][k_tile][k_tile], tile_b[2][k_tile][k_tile];
  const int row = threadIdx.x >> 3, col = (threadIdx.x & 7) * 4;
  const float* from_a = a + (blockIdx.y * k_tile + row) * k + col;
  const float* from_b = b + row * n + blockIdx.x * k_tile + col;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  copy_16(&tile_a[0][row][col], from_a);
  copy_16(&tile_b[0][row][col], from_b);
  commit_stage();
  for (int t = 0, stage = 0; t < k; t += k_tile, stage ^= 1) {
    if (t + k_tile < k) {
      copy_16(&tile_a[stage ^ 1][row][col], from_a + t + k_tile);
      copy_16(&tile_b[stage ^ 1][row][col], from_b + (t + k_tile) * n);
    }
    commit_stage();
    wait_stages<1>();
    __syncthreads();
#pragma unroll 8
    for (int i = 0; i < k_tile; ++i) {
      const float left = tile_a[stage][row][i];
      const float4 right = *reinterpret_cast<const float4*>(&tile_b[stage][i][col]);
      sum.x += left * right.x;
      sum.y += left * right.y;
      sum.z += left * right.z;
      sum.w += left * right.w;
    }
    __syncthreads();
  }
  *reinterpret_cast<float4*>(&c[(blockIdx.y * k_tile + row) * n + blockIdx.x * k_tile + col]) = sum;
}

// The small forms: 4 and 8 bytes, kept in L1, and one that fills with zeros past the end.
__global__ void gather_async(const int* in, int* out, int n) {
  __shared__ alignas(16) int stage[256 * 4];
#if __CUDA_ARCH__ >= 800
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(&stage[threadIdx.x * 4]));
  const int bytes = static_cast<int>(threadIdx.x) * 4 < n ? 16 : 0;
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(in + threadIdx.x));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(address + 8), "l"(in + threadIdx.x * 2));
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 16;" ::"r"(address), "l"(in + threadIdx.x * 4));
  asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16, %2;" ::"r"(address), "l"(in + threadIdx.x * 4), "r"(bytes));
  asm volatile("cp.async.wait_all;");
#else
  for (int i = 0; i < 4; ++i) stage[threadIdx.x * 4 + i] = static_cast<int>(threadIdx.x) < n ? in[threadIdx.x * 4 + i] : 0;
#endif
  __syncthreads();
  out[threadIdx.x] = stage[(threadIdx.x * 5) & 1023];
}
