// Copies in three dimensions, and from and to CUDA arrays.
#include <cuda_runtime_api.h>

#include "cudart/api/per_thread.h"
#include "cudart/api/process_runtime.h"

using namespace whet::cudart;

namespace {

// One side of a copy.
struct Side {
  std::byte* start = nullptr;
  uint64_t pitch = 0, slice = 0;
};

struct Box {
  Side to, from;
  uint64_t width = 0, height = 1, depth = 1;  // bytes, rows, slices
  cudaMemcpyKind kind = cudaMemcpyDefault;

  CopyShape shape() const { return {width, height, depth, to.pitch, from.pitch, to.slice, from.slice}; }
};

cudaError_t submit(Runtime& runtime, const Box& box, cudaStream_t stream) {
  return runtime.copy(box.to.start, box.from.start, box.shape(), box.kind, stream);
}

// The program waits for its copy, because it may use the host's side only then.
template <typename Describe>
cudaError_t copy_and_wait(const Describe& describe) {
  return waiting_call([&](Runtime& runtime) {
    Box box;
    if (const cudaError_t error = describe(runtime, box); error != cudaSuccess) return error;
    if (const cudaError_t error = submit(runtime, box, nullptr); error != cudaSuccess) return error;
    return runtime.streams().synchronize(*runtime.streams().find(cudaStream_t{nullptr}));
  });
}

template <typename Describe>
cudaError_t copy(const Describe& describe, cudaStream_t stream) {
  return call([&](Runtime& runtime) {
    Box box;
    const cudaError_t error = describe(runtime, box);
    return error == cudaSuccess ? submit(runtime, box, stream) : error;
  });
}

// The side of a copy that is the box at (x bytes, y, z) of an array; an error if the array does not contain the box.
cudaError_t side_of(const Array* array, uint64_t x, uint64_t y, uint64_t z, const Box& box, Side& side) {
  if (!array) return cudaErrorInvalidResourceHandle;
  const auto fits = [](uint64_t at, uint64_t size, uint64_t all) { return at <= all && size <= all - at; };
  if (!fits(x, box.width, array->row_bytes()) || !fits(y, box.height, array->rows()) ||
      !fits(z, box.depth, array->slices())) {
    return cudaErrorInvalidValue;
  }
  side = {array->address + z * array->slice_bytes() + y * array->row_bytes() + x, array->row_bytes(),
          array->slice_bytes()};
  return cudaSuccess;
}

// The side of a copy that is `bytes` contiguous bytes from a place of an array; they may span rows.
cudaError_t run_of(const Array* array, uint64_t x, uint64_t y, uint64_t bytes, Side& side) {
  if (!array) return cudaErrorInvalidResourceHandle;
  if (x > array->row_bytes() || y >= array->rows()) return cudaErrorInvalidValue;
  const uint64_t at = y * array->row_bytes() + x;
  if (bytes > array->slice_bytes() - at) return cudaErrorInvalidValue;
  side.start = array->address + at;
  return cudaSuccess;
}

Side side_of(const cudaPitchedPtr& pointer, const cudaPos& position) {
  const uint64_t slice = pointer.pitch * pointer.ysize;
  return {static_cast<std::byte*>(pointer.ptr) + position.z * slice + position.y * pointer.pitch + position.x,
          pointer.pitch, slice};
}

Side plain(const void* pointer, uint64_t pitch = 0) {
  return {static_cast<std::byte*>(const_cast<void*>(pointer)), pitch, 0};
}

// If an array takes part, extent and positions count its elements; otherwise they count bytes.
cudaError_t describe(Runtime& runtime, const cudaMemcpy3DParms& p, Box& box) {
  const Array* const to = runtime.arrays().find(p.dstArray);
  const Array* const from = runtime.arrays().find(p.srcArray);
  if ((p.dstArray && !to) || (p.srcArray && !from)) return cudaErrorInvalidResourceHandle;
  if ((p.dstArray != nullptr) == (p.dstPtr.ptr != nullptr) || (p.srcArray != nullptr) == (p.srcPtr.ptr != nullptr))
    return cudaErrorInvalidValue;
  if (to && from && to->format.bytes() != from->format.bytes()) return cudaErrorInvalidValue;
  const uint64_t unit = to ? to->format.bytes() : from ? from->format.bytes() : 1;
  box.width = p.extent.width * unit;
  box.height = p.extent.height;
  box.depth = p.extent.depth;
  box.kind = p.kind;
  box.to = side_of(p.dstPtr, p.dstPos);
  box.from = side_of(p.srcPtr, p.srcPos);
  if (to) {
    const cudaError_t error = side_of(to, p.dstPos.x * unit, p.dstPos.y, p.dstPos.z, box, box.to);
    if (error != cudaSuccess) return error;
  }
  return from ? side_of(from, p.srcPos.x * unit, p.srcPos.y, p.srcPos.z, box, box.from) : cudaSuccess;
}

auto rows_to_array(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width, size_t height,
                   cudaMemcpyKind kind) {
  return [=](Runtime& runtime, Box& box) {
    if (width > pitch) return cudaErrorInvalidPitchValue;
    box = {.from = plain(from, pitch), .width = width, .height = height, .kind = kind};
    return side_of(runtime.arrays().find(to), x, y, 0, box, box.to);
  };
}

auto rows_from_array(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width, size_t height,
                     cudaMemcpyKind kind) {
  return [=](Runtime& runtime, Box& box) {
    if (width > pitch) return cudaErrorInvalidPitchValue;
    box = {.to = plain(to, pitch), .width = width, .height = height, .kind = kind};
    return side_of(runtime.arrays().find(from), x, y, 0, box, box.from);
  };
}

auto run_to_array(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return [=](Runtime& runtime, Box& box) {
    box = {.from = plain(from), .width = bytes, .kind = kind};
    return run_of(runtime.arrays().find(to), x, y, bytes, box.to);
  };
}

auto run_from_array(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind kind) {
  return [=](Runtime& runtime, Box& box) {
    box = {.to = plain(to), .width = bytes, .kind = kind};
    return run_of(runtime.arrays().find(from), x, y, bytes, box.from);
  };
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return copy_and_wait([&](Runtime& runtime, Box& box) { return describe(runtime, *parameters, box); });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  if (!parameters) return remember(cudaErrorInvalidValue);
  return copy([&](Runtime& runtime, Box& box) { return describe(runtime, *parameters, box); }, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  return copy_and_wait(rows_to_array(to, x, y, from, pitch, width, height, kind));
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(rows_to_array(to, x, y, from, pitch, width, height, kind), stream);
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
  return copy_and_wait(rows_from_array(to, pitch, from, x, y, width, height, kind));
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(rows_from_array(to, pitch, from, x, y, width, height, kind), stream);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height, cudaMemcpyKind kind) {
  return copy_and_wait([&](Runtime& runtime, Box& box) {
    box = {.width = width, .height = height, .kind = kind};
    const cudaError_t error = side_of(runtime.arrays().find(to), to_x, to_y, 0, box, box.to);
    if (error != cudaSuccess) return error;
    return side_of(runtime.arrays().find(from), from_x, from_y, 0, box, box.from);
  });
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_and_wait(run_to_array(to, x, y, from, bytes, kind));
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(run_to_array(to, x, y, from, bytes, kind), stream);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind) {
  return copy_and_wait(run_from_array(to, from, x, y, bytes, kind));
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(run_from_array(to, from, x, y, bytes, kind), stream);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                   size_t from_y, size_t bytes, cudaMemcpyKind kind) {
  return copy_and_wait([&](Runtime& runtime, Box& box) {
    box = {.width = bytes, .kind = kind};
    const cudaError_t error = run_of(runtime.arrays().find(to), to_x, to_y, bytes, box.to);
    if (error != cudaSuccess) return error;
    return run_of(runtime.arrays().find(from), from_x, from_y, bytes, box.from);
  });
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
PER_THREAD(cudaMemcpy3D, _ptds);
PER_THREAD(cudaMemcpy2DToArray, _ptds);
PER_THREAD(cudaMemcpy2DFromArray, _ptds);
PER_THREAD(cudaMemcpy2DArrayToArray, _ptds);
PER_THREAD(cudaMemcpyToArray, _ptds);
PER_THREAD(cudaMemcpyFromArray, _ptds);
PER_THREAD(cudaMemcpyArrayToArray, _ptds);
PER_THREAD(cudaMemcpy3DAsync, _ptsz);
PER_THREAD(cudaMemcpy2DToArrayAsync, _ptsz);
PER_THREAD(cudaMemcpy2DFromArrayAsync, _ptsz);
PER_THREAD(cudaMemcpyToArrayAsync, _ptsz);
PER_THREAD(cudaMemcpyFromArrayAsync, _ptsz);

}  // extern "C"
