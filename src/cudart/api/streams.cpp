// Streams, events and host functions.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

constexpr int k_least_priority = 0, k_greatest_priority = -5;

template <typename Body>
cudaError_t with_stream(cudaStream_t handle, const Body& body) {
  return call([&](Runtime& runtime) {
    Stream* const stream = runtime.streams().find(handle);
    return stream ? body(runtime, *stream) : cudaErrorInvalidResourceHandle;
  });
}

template <typename Body>
cudaError_t with_event(cudaEvent_t handle, const Body& body) {
  return call([&](Runtime& runtime) {
    Event* const event = runtime.streams().find(handle);
    return event ? body(runtime, *event) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t elapsed(const Event& from, const Event& to, float* milliseconds) {
  if (!from.timed || !to.timed || !from.recorded || !to.recorded) return cudaErrorInvalidResourceHandle;
  *milliseconds = static_cast<float>((to.at - from.at) * 1e3);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return call([&](Runtime& runtime) {
    if (!stream) return cudaErrorInvalidValue;
    *stream = runtime.streams().create(flags, std::max(k_greatest_priority, std::min(k_least_priority, priority)));
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, k_least_priority);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    return runtime.streams().destroy(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return with_stream(
      stream, [](Runtime& runtime, Stream& found) { return runtime.after_wait(runtime.streams().synchronize(found)); });
}

// Work is done when somebody asks for it; a query neither waits nor takes modelled time.
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return with_stream(stream, [](Runtime& runtime, Stream& found) {
    if (found.capture) return cudaErrorStreamCaptureUnsupported;
    runtime.streams().catch_up(found);
    return runtime.after_wait(cudaSuccess);
  });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  return with_stream(stream, [&](Runtime& runtime, Stream& found) {
    const Event* const awaited = runtime.streams().find(event);
    return awaited ? runtime.streams().wait(found, *awaited) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return with_stream(stream, [&](Runtime&, Stream& found) {
    *flags = found.blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return with_stream(stream, [&](Runtime&, Stream& found) {
    *priority = found.priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return with_stream(stream, [&](Runtime&, Stream& found) {
    *id = found.id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  return with_stream(stream, [&](Runtime&, Stream&) {
    *device = 0;
    return cudaSuccess;
  });
}

// Hints for caches and scheduler, stored only to be read back.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID id, const cudaStreamAttrValue* value) {
  return with_stream(stream, [&](Runtime&, Stream& found) {
    if (!value) return cudaErrorInvalidValue;
    found.attributes[id] = *value;
    if (id == cudaLaunchAttributePriority) found.priority = value->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID id, cudaStreamAttrValue* value) {
  return with_stream(stream, [&](Runtime&, Stream& found) {
    if (!value) return cudaErrorInvalidValue;
    *value = found.attributes[id];
    if (id == cudaLaunchAttributePriority) value->priority = found.priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return with_stream(to, [&](Runtime& runtime, Stream& found) {
    const Stream* const source = runtime.streams().find(from);
    if (!source) return cudaErrorInvalidResourceHandle;
    found.attributes = source->attributes;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = k_least_priority;
  if (greatest) *greatest = k_greatest_priority;
  return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return call([&](Runtime& runtime) {
    if (!function) return cudaErrorInvalidValue;
    return runtime.call_host([=] { function(data); }, stream, {function, data});
  });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  return call([&](Runtime& runtime) {
    if (!callback) return cudaErrorInvalidValue;
    return runtime.call_host([=] { callback(stream, cudaSuccess, data); }, stream);
  });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return call([&](Runtime& runtime) {
    if (!event) return cudaErrorInvalidValue;
    *event = runtime.streams().create_event(flags);
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call([&](Runtime& runtime) {
    return runtime.streams().destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return with_stream(stream, [&](Runtime& runtime, Stream& found) {
    Event* const recorded = runtime.streams().find(event);
    return recorded ? runtime.streams().record(found, *recorded) : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, 0);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return with_event(
      event, [](Runtime& runtime, Event& found) { return runtime.after_wait(runtime.streams().synchronize(found)); });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return with_event(event, [](Runtime& runtime, Event& found) {
    runtime.streams().catch_up(found);
    return runtime.after_wait(cudaSuccess);
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return with_event(start, [&](Runtime& runtime, Event& from) {
    const Event* const to = runtime.streams().find(end);
    runtime.streams().catch_up();
    return to && milliseconds ? elapsed(from, *to, milliseconds) : cudaErrorInvalidResourceHandle;
  });
}

PER_THREAD(cudaStreamSynchronize, _ptsz);
PER_THREAD(cudaStreamQuery, _ptsz);
PER_THREAD(cudaStreamWaitEvent, _ptsz);
PER_THREAD(cudaStreamGetFlags, _ptsz);
PER_THREAD(cudaStreamGetPriority, _ptsz);
PER_THREAD(cudaStreamGetId, _ptsz);
PER_THREAD(cudaStreamGetDevice, _ptsz);
PER_THREAD(cudaStreamSetAttribute, _ptsz);
PER_THREAD(cudaStreamGetAttribute, _ptsz);
PER_THREAD(cudaStreamCopyAttributes, _ptsz);
PER_THREAD(cudaLaunchHostFunc, _ptsz);
PER_THREAD(cudaStreamAddCallback, _ptsz);
PER_THREAD(cudaEventRecord, _ptsz);
PER_THREAD(cudaEventRecordWithFlags, _ptsz);

}  // extern "C"
