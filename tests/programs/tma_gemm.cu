// A matrix product on Hopper's tensor cores (sm_90a): a producer warp feeds a ring of 128-byte-swizzled tiles by tensor
// maps, a warpgroup multiplies them with wgmma. The numbers are small integers, so that every order of summing is
// exact.
#include <cuda_fp16.h>

#include "tensor_maps.h"

constexpr int k_m = 64, k_n = 64, k_k = 64, k_stages = 3;

__device__ uint64_t descriptor(const void* tile) {
  const uint64_t address = shared_address(tile);
  return (address & 0x3ffff) >> 4 | 1ull << 16 | (1024ull >> 4) << 32 | 1ull << 62;
}

__device__ void multiply(float (&d)[32], uint64_t a, uint64_t b, int add) {
  asm volatile(
      "{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\n"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, "
      "%14, "
      "%15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, p, 1, 1, 0, "
      "0;\n}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
        "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]),
        "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
        "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
      : "l"(a), "l"(b), "r"(add));
}

__global__ void __launch_bounds__(256, 1)
    product(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b, float* c, int n, int k) {
  extern __shared__ __align__(1024) unsigned char storage[];
  __shared__ alignas(8) uint64_t full[k_stages], empty[k_stages];
  auto* const tiles_a = reinterpret_cast<__half(*)[k_m * k_k]>(storage);
  auto* const tiles_b = reinterpret_cast<__half(*)[k_n * k_k]>(storage + k_stages * sizeof(tiles_a[0]));
  if (threadIdx.x == 0) {
    for (int s = 0; s < k_stages; ++s) {
      init_barrier(&full[s], 1);
      init_barrier(&empty[s], 1);
    }
  }
  __syncthreads();
  const int steps = k / k_k;
  if (threadIdx.x >= 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    if (threadIdx.x != 128) return;
    for (int t = 0; t < steps; ++t) {
      const int s = t % k_stages;
      if (t >= k_stages) wait_barrier(&empty[s], (t / k_stages - 1) & 1);
      expect_bytes(&full[s], sizeof(tiles_a[0]) + sizeof(tiles_b[0]));
      load_plane(tiles_a[s], &a, t * k_k, blockIdx.y * k_m, &full[s]);
      load_plane(tiles_b[s], &b, t * k_k, blockIdx.x * k_n, &full[s]);
    }
    return;
  }
  asm volatile("setmaxnreg.inc.sync.aligned.u32 208;");
  float d[32];
  for (int t = 0; t < steps; ++t) {
    const int s = t % k_stages;
    wait_barrier(&full[s], t / k_stages & 1);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int i = 0; i < k_k / 16; ++i)
      multiply(d, descriptor(tiles_a[s]) + 2 * i, descriptor(tiles_b[s]) + 2 * i, t + i > 0);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    asm volatile("bar.sync 1, 128;" ::: "memory");
    if (threadIdx.x == 0)
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&empty[s])) : "memory");
  }
  const int row = blockIdx.y * k_m + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4,
            column = blockIdx.x * k_n + threadIdx.x % 4 * 2;
  for (int i = 0; i < 32; ++i) c[(row + i / 2 % 2 * 8) * n + column + i / 4 * 8 + i % 2] = d[i];
}

int main() {
  const int m = 128, n = 192, k = 320;
  std::vector<__half> a(m * k), b(n * k);  // b by columns
  for (size_t i = 0; i < a.size(); ++i) a[i] = __float2half(static_cast<float>(static_cast<int>(i * 7 % 13) - 6));
  for (size_t i = 0; i < b.size(); ++i) b[i] = __float2half(static_cast<float>(static_cast<int>(i * 5 % 11) - 5));
  __half *device_a, *device_b;
  float* device_c;
  CHECK(cudaMalloc(&device_a, a.size() * 2));
  CHECK(cudaMalloc(&device_b, b.size() * 2));
  CHECK(cudaMalloc(&device_c, m * n * 4));
  CHECK(cudaMemcpy(device_a, a.data(), a.size() * 2, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_b, b.data(), b.size() * 2, cudaMemcpyHostToDevice));
  const CUtensorMap map_a =
      plane_map(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, device_a, k, m, k * 2, k_k, k_m, CU_TENSOR_MAP_SWIZZLE_128B);
  const CUtensorMap map_b =
      plane_map(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, device_b, k, n, k * 2, k_k, k_n, CU_TENSOR_MAP_SWIZZLE_128B);
  const int shared = k_stages * (k_m + k_n) * k_k * 2;
  CHECK(cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  product<<<dim3(n / k_n, m / k_m), 256, shared>>>(map_a, map_b, device_c, n, k);
  CHECK(cudaGetLastError());
  std::vector<float> found(m * n);
  CHECK(cudaMemcpy(found.data(), device_c, found.size() * 4, cudaMemcpyDeviceToHost));
  bool right = true;
  for (int i = 0; i < m * n; ++i) {
    int sum = 0;
    for (int j = 0; j < k; ++j) sum += (((i / n * k + j) * 7) % 13 - 6) * (((i % n * k + j) * 5) % 11 - 5);
    right &= found[i] == static_cast<float>(sum);
  }
  std::printf("checksum %016llx\n", static_cast<unsigned long long>(checksum(found)));
  return verdict(right);
}
