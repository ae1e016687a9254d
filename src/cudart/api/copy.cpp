// Copies and fills.
#include <cuda_runtime_api.h>

#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

CopyShape line(size_t bytes) {
  return {.width = bytes};
}

CopyShape rows(size_t width, size_t height, size_t to_pitch, size_t from_pitch) {
  return {.width = width, .height = height, .to_pitch = to_pitch, .from_pitch = from_pitch};
}

cudaError_t wait_for_default(Runtime& runtime) {
  return runtime.streams().synchronize(*runtime.streams().find(cudaStream_t{nullptr}));
}

// The program waits for its copy, because it may use the host's side only then.
cudaError_t copy_and_wait(void* to, const void* from, const CopyShape& shape, cudaMemcpyKind kind) {
  return waiting_call([&](Runtime& runtime) {
    const cudaError_t copied = runtime.copy(to, from, shape, kind, nullptr);
    return copied == cudaSuccess ? wait_for_default(runtime) : copied;
  });
}

cudaError_t copy(void* to, const void* from, const CopyShape& shape, cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return runtime.copy(to, from, shape, kind, stream); });
}

cudaError_t fill(void* to, int value, const CopyShape& shape, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return runtime.fill(to, value, 1, shape, stream); });
}

bool pitches_fit(size_t width, size_t to_pitch, size_t from_pitch) {
  return width <= to_pitch && width <= from_pitch;
}

// The address of `bytes` bytes at `offset` of a variable; nullptr and an `error` if the variable does not contain them.
void* symbol_bytes(Runtime& runtime, const void* symbol, size_t offset, size_t bytes, cudaError_t& error) {
  const auto place = runtime.code().variable(symbol);
  error = place ? cudaSuccess : runtime.refuse(place.error(), cudaErrorInvalidSymbol);
  if (!place) return nullptr;
  if (offset > place->bytes || bytes > place->bytes - offset) {
    error = cudaErrorInvalidValue;
    return nullptr;
  }
  return reinterpret_cast<void*>(place->address + offset);
}

cudaError_t copy_to_symbol(Runtime& runtime, const void* symbol, const void* from, size_t bytes, size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  void* const to = symbol_bytes(runtime, symbol, offset, bytes, error);
  return to ? runtime.copy(to, from, line(bytes), kind, stream) : error;
}

cudaError_t copy_from_symbol(Runtime& runtime, void* to, const void* symbol, size_t bytes, size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  const void* const from = symbol_bytes(runtime, symbol, offset, bytes, error);
  return from ? runtime.copy(to, from, line(bytes), kind, stream) : error;
}

CopyShape box_of(const cudaPitchedPtr& pointer, const cudaExtent& extent) {
  return {.width = extent.width,
          .height = extent.height,
          .depth = extent.depth,
          .to_pitch = pointer.pitch,
          .to_slice = pointer.pitch * pointer.ysize};
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_and_wait(to, from, line(bytes), kind);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(to, from, line(bytes), kind, stream);
}

cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy_and_wait(to, from, line(bytes), cudaMemcpyDeviceToDevice);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
  return copy(to, from, line(bytes), cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  if (!pitches_fit(width, to_pitch, from_pitch)) return remember(cudaErrorInvalidPitchValue);
  return copy_and_wait(to, from, rows(width, height, to_pitch, from_pitch), kind);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  if (!pitches_fit(width, to_pitch, from_pitch)) return remember(cudaErrorInvalidPitchValue);
  return copy(to, from, rows(width, height, to_pitch, from_pitch), kind, stream);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return waiting_call([&](Runtime& runtime) {
    const cudaError_t copied = copy_to_symbol(runtime, symbol, from, bytes, offset, kind, nullptr);
    return copied == cudaSuccess ? wait_for_default(runtime) : copied;
  });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return call([&](Runtime& runtime) { return copy_to_symbol(runtime, symbol, from, bytes, offset, kind, stream); });
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return waiting_call([&](Runtime& runtime) {
    const cudaError_t copied = copy_from_symbol(runtime, to, symbol, bytes, offset, kind, nullptr);
    return copied == cudaSuccess ? wait_for_default(runtime) : copied;
  });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return call([&](Runtime& runtime) { return copy_from_symbol(runtime, to, symbol, bytes, offset, kind, stream); });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return call([&](Runtime& runtime) {
    cudaError_t error = cudaSuccess;
    *address = symbol_bytes(runtime, symbol, 0, 0, error);
    return error;
  });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return call([&](Runtime& runtime) {
    const auto place = runtime.code().variable(symbol);
    if (!place) return runtime.refuse(place.error(), cudaErrorInvalidSymbol);
    *bytes = place->bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return fill(to, value, line(bytes), stream);
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return fill(to, value, line(bytes), nullptr);
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return fill(to, value, rows(width, height, pitch, pitch), stream);
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill(to, value, rows(width, height, pitch, pitch), nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return fill(to.ptr, value, box_of(to, extent), stream);
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill(to.ptr, value, box_of(to, extent), nullptr);
}

PER_THREAD(cudaMemcpy, _ptds);
PER_THREAD(cudaMemcpy2D, _ptds);
PER_THREAD(cudaMemcpyToSymbol, _ptds);
PER_THREAD(cudaMemcpyFromSymbol, _ptds);
PER_THREAD(cudaMemset, _ptds);
PER_THREAD(cudaMemset2D, _ptds);
PER_THREAD(cudaMemset3D, _ptds);
PER_THREAD(cudaMemcpyAsync, _ptsz);
PER_THREAD(cudaMemcpy2DAsync, _ptsz);
PER_THREAD(cudaMemcpyToSymbolAsync, _ptsz);
PER_THREAD(cudaMemcpyFromSymbolAsync, _ptsz);
PER_THREAD(cudaMemsetAsync, _ptsz);
PER_THREAD(cudaMemset2DAsync, _ptsz);
PER_THREAD(cudaMemset3DAsync, _ptsz);

}  // extern "C"
