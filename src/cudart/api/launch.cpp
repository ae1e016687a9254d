// Launches, and queries about kernels.
#include <cuda_runtime_api.h>

#include <vector>

#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"
#include "cudart/code/kernel_attributes.h"

using namespace whet::cudart;

namespace {

struct CallConfiguration {
  dim3 grid, block;
  size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};
thread_local std::vector<CallConfiguration> configurations;

whet::LaunchShape shape_of(dim3 grid, dim3 block, size_t shared_bytes, bool cooperative = false) {
  return {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes, cooperative};
}

// Attributes that change no result are ignored: launches run one after another, also programmatic dependent ones.
whet::LaunchShape shape_of(const cudaLaunchConfig_t& config) {
  whet::LaunchShape shape = shape_of(config.gridDim, config.blockDim, config.dynamicSmemBytes);
  for (unsigned i = 0; i < config.numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config.attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) shape.cooperative = attribute.val.cooperative != 0;
    if (attribute.id != cudaLaunchAttributeClusterDimension) continue;
    const auto& cluster = attribute.val.clusterDim;
    shape.cluster = whet::Extent{cluster.x, cluster.y, cluster.z};
  }
  return shape;
}

cudaError_t launch(const void* function, const whet::LaunchShape& shape, void** arguments, cudaStream_t stream) {
  return call(
      [&](Runtime& runtime) { return runtime.launch(runtime.code().kernel(function), shape, arguments, stream); });
}

// Calls `body` with the kernel of a host stub.
template <typename Body>
cudaError_t with_kernel(const void* function, const Body& body) {
  return call([&](Runtime& runtime) {
    KernelRecord* const kernel = runtime.code().kernel(function);
    return kernel ? body(runtime, *kernel) : cudaErrorInvalidDeviceFunction;
  });
}

template <typename Value, typename Target>
cudaError_t answer(Runtime& runtime, const KernelRecord& kernel, const whet::Result<Value>& value, Target* target) {
  if (!target) return cudaErrorInvalidValue;
  if (!value) {
    const bool has_code = !kernel.module->error;
    return runtime.refuse(value.error(), has_code ? cudaErrorInvalidValue : cudaErrorNoKernelImageForDevice);
  }
  *target = static_cast<Target>(*value);
  return cudaSuccess;
}

cudaError_t set_attribute(Runtime& runtime, KernelRecord& kernel, cudaFuncAttribute attribute, int value) {
  if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
    kernel.carve_out = value;
    return cudaSuccess;
  }
  if (attribute == cudaFuncAttributeNonPortableClusterSizeAllowed) {
    kernel.large_clusters = value != 0;
    return cudaSuccess;
  }
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaErrorNotSupported;
  const auto attributes = kernel_attributes(kernel, runtime.code(), runtime.limits());
  if (!attributes) return runtime.refuse(attributes.error(), cudaErrorInvalidDeviceFunction);
  const int most = runtime.limits().shared_per_block_optin - static_cast<int>(attributes->sharedSizeBytes);
  if (value < 0 || value > most) return cudaErrorInvalidValue;
  kernel.dynamic_shared_limit = value;
  return cudaSuccess;
}

}  // namespace

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, struct CUstream_st* stream) {
  configurations.push_back({grid, block, shared_bytes, stream});
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  if (configurations.empty()) return remember(cudaErrorMissingConfiguration);
  const CallConfiguration top = configurations.back();
  configurations.pop_back();
  *grid = top.grid;
  *block = top.block;
  *shared_bytes = top.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                             cudaStream_t stream) {
  return launch(function, shape_of(grid, block, shared_bytes), arguments, stream);
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, size_t shared_bytes,
                               cudaStream_t stream) {
  return launch(kernel, shape_of(grid, block, shared_bytes), arguments, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  return launch(function, shape_of(grid, block, shared_bytes, true), arguments, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  if (!config || (config->numAttrs > 0 && !config->attrs)) return remember(cudaErrorInvalidValue);
  return launch(function, shape_of(*config), arguments, config->stream);
}

cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* function) {
  return with_kernel(function, [&](Runtime&, KernelRecord& kernel) {
    *handle = reinterpret_cast<cudaKernel_t>(&kernel);
    return cudaSuccess;
  });
}

cudaError_t __cudaGetKernel(cudaKernel_t* handle, const void* function) {
  return cudaGetKernel(handle, function);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    return answer(runtime, kernel, kernel_attributes(kernel, runtime.code(), runtime.limits()), attributes);
  });
}

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    return set_attribute(runtime, kernel, attribute, value);
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  return with_kernel(function, [](Runtime&, KernelRecord&) { return cudaSuccess; });
}

cudaError_t cudaFuncGetName(const char** name, const void* function) {
  return with_kernel(function, [&](Runtime&, KernelRecord& kernel) {
    *name = kernel.name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* function) {
  return with_kernel(function, [&](Runtime&, KernelRecord& kernel) {
    *handle = reinterpret_cast<cudaFunction_t>(&kernel);
    return cudaSuccess;
  });
}

cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* bytes) {
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    const auto place = parameter_place(kernel, index, runtime.code());
    if (!place) return cudaErrorInvalidValue;
    *offset = place->offset;
    if (bytes) *bytes = place->bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                          size_t shared_bytes) {
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    return answer(runtime, kernel, resident_blocks(kernel, threads, shared_bytes, runtime.code(), runtime.limits()),
                  blocks);
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function, int threads,
                                                                   size_t shared_bytes, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared_bytes);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks, int threads) {
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    return answer(runtime, kernel, available_shared_bytes(kernel, blocks, threads, runtime.code(), runtime.limits()),
                  bytes);
  });
}

// The number that all SMs together can hold. A GPU may hold a few less: a cluster must fit into one GPC, and the
// assignment of SMs to GPCs is not known here.
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function, const cudaLaunchConfig_t* config) {
  if (!clusters || !config) return remember(cudaErrorInvalidValue);
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    const whet::LaunchShape shape = shape_of(*config);
    const auto fits = cluster_blocks(kernel, shape, runtime.code(), runtime.device().facts());
    if (!fits) return runtime.refuse(fits.error(), cudaErrorInvalidClusterSize);
    const auto resident = resident_blocks(kernel, static_cast<int>(shape.block.count()), shape.dynamic_shared_bytes,
                                          runtime.code(), runtime.limits());
    if (!resident) return runtime.refuse(resident.error(), cudaErrorInvalidValue);
    const auto sms = static_cast<int>(runtime.device().facts().gpu.product.number("sm_count").value_or(1));
    *clusters = sms * *resident / *fits;
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function, const cudaLaunchConfig_t* config) {
  if (!size || !config) return remember(cudaErrorInvalidValue);
  return with_kernel(function, [&](Runtime& runtime, KernelRecord& kernel) {
    return answer(runtime, kernel, largest_cluster(kernel, runtime.code()), size);
  });
}

PER_THREAD(cudaLaunchKernel, _ptsz);
PER_THREAD(__cudaLaunchKernel, _ptsz);
PER_THREAD(cudaLaunchCooperativeKernel, _ptsz);
PER_THREAD(cudaLaunchKernelExC, _ptsz);

}  // extern "C"
