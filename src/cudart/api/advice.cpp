// Hints about where managed memory should lie. They change nothing here, but can be read back.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

// Calls `body` with the advice of the allocation that holds the pointer.
template <typename Body>
cudaError_t with_advice(const void* pointer, const Body& body) {
  return call([&](Runtime& runtime) {
    if (runtime.memory().attributes(pointer).type == cudaMemoryTypeUnregistered) return cudaErrorInvalidValue;
    return body(runtime.advice()[runtime.memory().start_of(pointer)]);
  });
}

int type_of(int device) {
  if (device == cudaInvalidDeviceId) return cudaMemLocationTypeInvalid;
  return device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
}

int number_of(const Advice& advice, cudaMemRangeAttribute attribute) {
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      return advice.read_mostly;
    case cudaMemRangeAttributePreferredLocationType:
      return type_of(advice.preferred);
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
      return advice.last_prefetch;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      return type_of(advice.last_prefetch);
    default:
      return advice.preferred;
  }
}

cudaError_t read(const Advice& advice, cudaMemRangeAttribute attribute, void* data, size_t bytes) {
  const size_t places = bytes / sizeof(int);
  if (!data || places == 0 || bytes % sizeof(int)) return cudaErrorInvalidValue;
  int* const numbers = static_cast<int*>(data);
  if (attribute != cudaMemRangeAttributeAccessedBy) {
    numbers[0] = number_of(advice, attribute);
    return cudaSuccess;
  }
  std::fill_n(numbers, places, cudaInvalidDeviceId);
  std::copy_n(advice.accessed_by.begin(), std::min(places, advice.accessed_by.size()), numbers);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, cudaMemLocation location, unsigned, cudaStream_t) {
  return with_advice(pointer, [&](Advice& advice) {
    advice.last_prefetch = device_of(location);
    return cudaSuccess;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise advice, cudaMemLocation location) {
  return with_advice(pointer, [&](Advice& known) {
    return known.take(advice, device_of(location)) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemRangeGetAttribute(void* data, size_t bytes, cudaMemRangeAttribute attribute, const void* pointer,
                                     size_t) {
  return with_advice(pointer, [&](Advice& advice) { return read(advice, attribute, data, bytes); });
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* bytes, cudaMemRangeAttribute* attributes, size_t count,
                                      const void* pointer, size_t) {
  return with_advice(pointer, [&](Advice& advice) {
    cudaError_t error = cudaSuccess;
    for (size_t i = 0; error == cudaSuccess && i < count; ++i) error = read(advice, attributes[i], data[i], bytes[i]);
    return error;
  });
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t, unsigned) {
  return call(
      [&](Runtime& runtime) { return runtime.streams().find(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle; });
}

PER_THREAD(cudaMemPrefetchAsync, _ptsz);
PER_THREAD(cudaStreamAttachMemAsync, _ptsz);

}  // extern "C"
