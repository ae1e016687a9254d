#include "device/cuda/queue_kernel.h"

namespace whet {

namespace {

// The layout of CUlaunchAttribute and CUlaunchConfig in cuda.h.
struct LaunchAttribute {
  int id = 0;
  char padding[4] = {};
  union {
    char bytes[64];
    unsigned cluster[3];
    int cooperative;
  } value = {};
};
static_assert(sizeof(LaunchAttribute) == 72);

struct LaunchConfigEx {
  unsigned grid[3], block[3];
  unsigned shared_bytes;
  void* stream;
  LaunchAttribute* attributes;
  unsigned count;
};
static_assert(sizeof(LaunchConfigEx) == 56);

constexpr int k_attribute_cooperative = 2, k_attribute_cluster = 4;  // CU_LAUNCH_ATTRIBUTE_*
constexpr int k_function_non_portable_cluster = 14;  // CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED
constexpr uint64_t k_portable_blocks = 8;

constexpr int k_function_max_dynamic_shared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES

Result<void> queue_clusters(const CudaLibrary& driver, const LaunchShape& shape, const QueuedKernel& kernel) {
  const Extent& cluster = *shape.cluster;
  if (cluster.count() > k_portable_blocks)
    TRY_VOID(driver.call("cuFuncSetAttribute", kernel.function, k_function_non_portable_cluster, 1));
  LaunchAttribute attributes[2];
  attributes[0].id = k_attribute_cluster;
  attributes[0].value.cluster[0] = cluster.x;
  attributes[0].value.cluster[1] = cluster.y;
  attributes[0].value.cluster[2] = cluster.z;
  attributes[1].id = k_attribute_cooperative;
  attributes[1].value.cooperative = 1;
  LaunchConfigEx config{{shape.grid.x, shape.grid.y, shape.grid.z},
                        {shape.block.x, shape.block.y, shape.block.z},
                        static_cast<unsigned>(shape.dynamic_shared_bytes),
                        kernel.stream,
                        attributes,
                        shape.cooperative ? 2u : 1u};
  void** const none = nullptr;
  return driver.call("cuLaunchKernelEx", &config, kernel.function, kernel.arguments, none);
}

}  // namespace

Result<void> queue_kernel(const CudaLibrary& driver, const LaunchShape& shape, const QueuedKernel& kernel) {
  const auto shared = static_cast<unsigned>(shape.dynamic_shared_bytes);
  if (shared > 0)
    TRY_VOID(
        driver.call("cuFuncSetAttribute", kernel.function, k_function_max_dynamic_shared, static_cast<int>(shared)));
  if (shape.cluster) return queue_clusters(driver, shape, kernel);
  const Extent &grid = shape.grid, &block = shape.block;
  if (shape.cooperative) {
    return driver.call("cuLaunchCooperativeKernel", kernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                       shared, kernel.stream, kernel.arguments);
  }
  void** const none = nullptr;
  return driver.call("cuLaunchKernel", kernel.function, grid.x, grid.y, grid.z, block.x, block.y, block.z, shared,
                     kernel.stream, kernel.arguments, none);
}

}  // namespace whet
