// Allocation, and queries about pointers.
#include <cuda_runtime_api.h>

#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

constexpr size_t k_pitch = 512;  // rows of a pitched allocation start at multiples of it

template <typename Allocate>
cudaError_t allocated(Runtime& runtime, void** pointer, size_t bytes, const Allocate& allocate) {
  if (!pointer) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const auto made = allocate();
  if (!made) return runtime.refuse(made.error(), cudaErrorMemoryAllocation);
  *pointer = *made;
  return cudaSuccess;
}

cudaError_t freed(Runtime& runtime, const whet::Result<void>& result) {
  return result ? cudaSuccess : runtime.refuse(result.error(), cudaErrorInvalidValue);
}

cudaError_t allocate_rows(void** pointer, size_t* pitch, size_t width, size_t rows) {
  if (!pitch) return remember(cudaErrorInvalidValue);
  *pitch = (width + k_pitch - 1) / k_pitch * k_pitch;
  return cudaMalloc(pointer, *pitch * rows);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return call([&](Runtime& runtime) {
    return allocated(runtime, pointer, bytes, [&] { return runtime.memory().allocate(bytes); });
  });
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return allocate_rows(pointer, pitch, width, height);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  if (!pitched) return remember(cudaErrorInvalidValue);
  pitched->xsize = extent.width;
  pitched->ysize = extent.height;
  return allocate_rows(&pitched->ptr, &pitched->pitch, extent.width, extent.height * extent.depth);
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return call([&](Runtime& runtime) {
    return allocated(runtime, pointer, bytes, [&] { return runtime.memory().allocate_pinned(bytes); });
  });
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned) {
  return cudaMallocHost(pointer, bytes);
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
  return call([&](Runtime& runtime) {
    if (bytes == 0) return cudaErrorInvalidValue;
    return allocated(runtime, pointer, bytes, [&] { return runtime.memory().allocate_managed(bytes); });
  });
}

cudaError_t cudaFree(void* pointer) {
  return waiting_call([&](Runtime& runtime) {
    (void)runtime.streams().synchronize();
    if (!pointer) return cudaSuccess;
    runtime.pools().forget(pointer);
    runtime.advice().erase(pointer);
    return freed(runtime, runtime.memory().free(pointer));
  });
}

cudaError_t cudaFreeHost(void* pointer) {
  return waiting_call([&](Runtime& runtime) {
    runtime.streams().catch_up();
    return pointer ? freed(runtime, runtime.memory().free_pinned(pointer)) : cudaSuccess;
  });
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  return call([&](Runtime& runtime) {
    if (!pointer || bytes == 0) return cudaErrorInvalidValue;
    const auto done = runtime.memory().register_host(pointer, bytes);
    return done ? cudaSuccess : runtime.refuse(done.error(), cudaErrorHostMemoryAlreadyRegistered);
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return call([&](Runtime& runtime) {
    runtime.streams().catch_up();
    const auto done = runtime.memory().unregister_host(pointer);
    return done ? cudaSuccess : runtime.refuse(done.error(), cudaErrorHostMemoryNotRegistered);
  });
}

// Host and device use the same address.
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return call([&](Runtime& runtime) {
    if (runtime.memory().attributes(host).type != cudaMemoryTypeHost) return cudaErrorInvalidValue;
    *device = host;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return call([&](Runtime& runtime) {
    if (runtime.memory().attributes(host).type != cudaMemoryTypeHost) return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call([&](Runtime& runtime) {
    if (!attributes) return cudaErrorInvalidValue;
    *attributes = runtime.memory().attributes(pointer);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return call([&](Runtime& runtime) {
    const whet::vgpu::GlobalMemory& memory = runtime.device().memory();
    *total = memory.capacity_bytes();
    *free = memory.capacity_bytes() - memory.used_bytes();
    return cudaSuccess;
  });
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

}  // extern "C"
