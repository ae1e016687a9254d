// Stream-ordered allocation and its memory pools.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

cudaMemPool_t handle_of(Pool* pool) {
  return reinterpret_cast<cudaMemPool_t>(pool);
}

template <typename Body>
cudaError_t with_pool(cudaMemPool_t handle, const Body& body) {
  return call([&](Runtime& runtime) {
    Pool* const pool = runtime.pools().find(handle);
    return pool ? body(runtime, *pool) : cudaErrorInvalidValue;
  });
}

cudaError_t allocate(Runtime& runtime, void** pointer, size_t bytes, Pool* pool, cudaStream_t stream) {
  if (!runtime.streams().find(stream)) return cudaErrorInvalidResourceHandle;
  if (!pointer || !pool) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  const auto made = runtime.memory().allocate(bytes);
  if (!made) return runtime.refuse(made.error(), cudaErrorMemoryAllocation);
  runtime.pools().note(*made, bytes, pool);
  *pointer = *made;
  return cudaSuccess;
}

uint64_t* number_of(Pool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      return &pool.threshold;
    case cudaMemPoolAttrReservedMemCurrent:
      return &pool.reserved;
    case cudaMemPoolAttrReservedMemHigh:
      return &pool.reserved_high;
    case cudaMemPoolAttrUsedMemCurrent:
      return &pool.used;
    case cudaMemPoolAttrUsedMemHigh:
      return &pool.used_high;
    default:
      return nullptr;
  }
}

bool is_device(const cudaMemLocation* location) {
  return location && location->type == cudaMemLocationTypeDevice && location->id == 0;
}

}  // namespace

extern "C" {

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return allocate(runtime, pointer, bytes, runtime.pools().current(), stream); });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return allocate(runtime, pointer, bytes, runtime.pools().find(pool), stream); });
}

// While the stream is captured the memory is not freed, because every replay of the graph uses it again.
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t handle) {
  return call([&](Runtime& runtime) {
    const Stream* const stream = runtime.streams().find(handle);
    if (!stream) return cudaErrorInvalidResourceHandle;
    if (!pointer || stream->capture) return cudaSuccess;
    runtime.streams().catch_up(*stream);
    const auto done = runtime.memory().free(pointer);
    if (!done) return runtime.refuse(done.error(), cudaErrorInvalidValue);
    runtime.pools().forget(pointer);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return call([&](Runtime& runtime) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (!pool) return cudaErrorInvalidValue;
    *pool = handle_of(runtime.pools().standard());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return call([&](Runtime& runtime) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (!pool) return cudaErrorInvalidValue;
    *pool = handle_of(runtime.pools().current());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return with_pool(pool, [&](Runtime& runtime, Pool& found) {
    if (device != 0) return cudaErrorInvalidDevice;
    runtime.pools().make_current(&found);
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location, cudaMemAllocationType) {
  return is_device(location) ? cudaDeviceGetDefaultMemPool(pool, 0) : remember(cudaErrorNotSupported);
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location, cudaMemAllocationType) {
  return is_device(location) ? cudaDeviceGetMemPool(pool, 0) : remember(cudaErrorNotSupported);
}

cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType, cudaMemPool_t pool) {
  return is_device(location) ? cudaDeviceSetMemPool(0, pool) : remember(cudaErrorNotSupported);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return call([&](Runtime& runtime) {
    if (!pool || !properties) return cudaErrorInvalidValue;
    if (!is_device(&properties->location)) return cudaErrorNotSupported;
    *pool = handle_of(runtime.pools().create());
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return call([&](Runtime& runtime) { return runtime.pools().destroy(pool) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes) {
  return with_pool(pool, [&](Runtime&, Pool& found) {
    found.trim(bytes);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return with_pool(pool, [&](Runtime&, Pool& found) {
    if (const uint64_t* const number = number_of(found, attribute)) {
      *static_cast<uint64_t*>(value) = *number;
      return cudaSuccess;
    }
    if (!found.reuse.contains(attribute)) return cudaErrorInvalidValue;
    *static_cast<int*>(value) = found.reuse[attribute];
    return cudaSuccess;
  });
}

// Of the statistics only the high-water marks may be set, and only to 0, which restarts them.
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return with_pool(pool, [&](Runtime&, Pool& found) {
    if (found.reuse.contains(attribute)) {
      found.reuse[attribute] = *static_cast<const int*>(value);
      return cudaSuccess;
    }
    const uint64_t wanted = *static_cast<const uint64_t*>(value);
    if (attribute == cudaMemPoolAttrReleaseThreshold) {
      found.threshold = wanted;
      return cudaSuccess;
    }
    const bool used = attribute == cudaMemPoolAttrUsedMemHigh;
    if (wanted != 0 || (!used && attribute != cudaMemPoolAttrReservedMemHigh)) return cudaErrorInvalidValue;
    (used ? found.used_high : found.reserved_high) = used ? found.used : found.reserved;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  return with_pool(pool, [&](Runtime&, Pool&) {
    if (!flags || !location) return cudaErrorInvalidValue;
    *flags = is_device(location) ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* wanted, size_t count) {
  return with_pool(pool, [&](Runtime&, Pool&) {
    const bool own = std::all_of(wanted, wanted + count, [](const auto& each) { return is_device(&each.location); });
    return own ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

PER_THREAD(cudaMallocAsync, _ptsz);
PER_THREAD(cudaMallocFromPoolAsync, _ptsz);
PER_THREAD(cudaFreeAsync, _ptsz);

}  // extern "C"
