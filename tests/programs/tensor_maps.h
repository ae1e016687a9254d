// What the programs with tensor maps share: the driver's encoder as programs get it, and instructions by name.
#pragma once

#include <cuda.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "check.h"
#include "checksum.h"

using EncodeTiled = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                                 const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                                 CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

inline EncodeTiled encoder() {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult status;
  CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &status));
  if (status != cudaDriverEntryPointSuccess || !found) {
    std::fprintf(stderr, "no cuTensorMapEncodeTiled\n");
    std::exit(2);
  }
  return reinterpret_cast<EncodeTiled>(found);
}

// A plane of rows, `pitch` bytes apart.
inline CUtensorMap plane_map(CUtensorMapDataType type, void* data, uint64_t columns, uint64_t rows, uint64_t pitch,
                             uint32_t box_columns, uint32_t box_rows, CUtensorMapSwizzle swizzle,
                             CUtensorMapFloatOOBfill fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) {
  CUtensorMap map;
  const cuuint64_t sizes[] = {columns, rows}, strides[] = {pitch};
  const cuuint32_t box[] = {box_columns, box_rows}, steps[] = {1, 1};
  const CUresult made = encoder()(&map, type, 2, data, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                  swizzle, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, fill);
  if (made != CUDA_SUCCESS) {
    std::fprintf(stderr, "cuTensorMapEncodeTiled: %d\n", static_cast<int>(made));
    std::exit(2);
  }
  return map;
}

#ifdef __CUDACC__
__device__ inline unsigned shared_address(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__device__ inline void init_barrier(uint64_t* barrier, unsigned arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals));
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ inline void expect_bytes(uint64_t* barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
               : "memory");
}

__device__ inline void wait_barrier(uint64_t* barrier, unsigned parity) {
  asm volatile(
      "{\n.reg .pred done;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra WAIT;\n}" ::"r"(
          shared_address(barrier)),
      "r"(parity)
      : "memory");
}

__device__ inline void load_plane(void* to, const CUtensorMap* map, int x, int y, uint64_t* barrier) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
          "r"(shared_address(to)),
      "l"(map), "r"(x), "r"(y), "r"(shared_address(barrier))
      : "memory");
}
#endif
