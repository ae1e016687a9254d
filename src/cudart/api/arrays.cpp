// CUDA arrays: allocation, release and queries.
#include <cuda_runtime_api.h>

#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, size_t width, size_t height,
                            unsigned flags) {
  return call(
      [&](Runtime& runtime) { return runtime.arrays().make(array, channels, cudaExtent{width, height, 0}, flags); });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent,
                              unsigned flags) {
  return call([&](Runtime& runtime) { return runtime.arrays().make(array, channels, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return call([&](Runtime& runtime) {
    runtime.streams().catch_up();
    return runtime.arrays().free(array);
  });
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t* made, const cudaChannelFormatDesc* channels,
                                     cudaExtent extent, unsigned levels, unsigned flags) {
  return call([&](Runtime& runtime) { return runtime.arrays().make_levels(made, channels, extent, levels, flags); });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t levels) {
  return call([&](Runtime& runtime) { return runtime.arrays().free_levels(levels); });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t* level, cudaMipmappedArray_const_t levels, unsigned number) {
  return call([&](Runtime& runtime) {
    const auto* const all = runtime.arrays().find_levels(levels);
    if (!level || !all) return cudaErrorInvalidResourceHandle;
    if (number >= all->size()) return cudaErrorInvalidValue;
    *level = (*all)[number];
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  return call([&](Runtime& runtime) {
    const Array* const found = runtime.arrays().find(array);
    if (!found) return cudaErrorInvalidResourceHandle;
    if (channels) *channels = found->channels;
    if (extent) *extent = found->extent;
    if (flags) *flags = found->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* channels, cudaArray_const_t array) {
  if (!channels) return remember(cudaErrorInvalidValue);
  return cudaArrayGetInfo(channels, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

}  // extern "C"
