// The device, its limits, and errors.
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstring>

#include "cudart/api/process_runtime.h"
#include "cudart/device_properties.h"
#include "cudart/error_text.h"

using namespace whet::cudart;

namespace {

constexpr const char* k_bus_id = "0000:00:00.0";

// The defaults of a GPU. Programs may set and read them; the virtual GPU does not use them.
size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 128, 0};
constexpr size_t k_limits = sizeof limits / sizeof limits[0];
unsigned device_flags = cudaDeviceScheduleAuto;

cudaError_t check_device(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 0;
  return call([&](Runtime&) {
    *count = 1;
    return cudaSuccess;
  });
}

cudaError_t cudaGetDevice(int* device) {
  return call([&](Runtime&) {
    *device = 0;
    return cudaSuccess;
  });
}

cudaError_t cudaSetDevice(int device) {
  return call([&](Runtime&) { return check_device(device); });
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return cudaSetDevice(device);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return cudaGetDevice(device);
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  device_flags = flags;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = device_flags;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return call([&](Runtime& runtime) {
    if (device != 0) return cudaErrorInvalidDevice;
    *properties = device_properties(runtime.device(), runtime.limits());
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return call([&](Runtime& runtime) {
    if (device != 0) return cudaErrorInvalidDevice;
    const auto found = device_attribute(attribute, runtime.device(), runtime.limits());
    if (found) *value = *found;
    return found ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
  if (device != 0 || bytes <= 0) return remember(device ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
  std::snprintf(text, static_cast<size_t>(bytes), "%s", k_bus_id);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  if (std::strcmp(text, k_bus_id) != 0) return remember(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* possible, int, int) {
  *possible = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) {
  return remember(cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int) {
  return remember(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceSynchronize() {
  return waiting_call([](Runtime& runtime) { return runtime.streams().synchronize(); });
}

// Also makes a device usable again after a kernel stopped.
cudaError_t cudaDeviceReset() {
  const std::lock_guard lock(process_mutex());
  Runtime* const runtime = process_runtime();
  if (!runtime) return remember(cudaErrorNoDevice);
  (void)runtime->after_wait(cudaSuccess);
  runtime->reset();
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (limit < 0 || static_cast<size_t>(limit) >= k_limits) return remember(cudaErrorUnsupportedLimit);
  limits[limit] = value;
  if (limit != cudaLimitMallocHeapSize) return cudaSuccess;
  return call([&](Runtime& runtime) {
    runtime.device().memory().limit_heap(value);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (limit < 0 || static_cast<size_t>(limit) >= k_limits) return remember(cudaErrorUnsupportedLimit);
  *value = limits[limit];
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  *config = cudaFuncCachePreferNone;
  return cudaSuccess;
}

// The bank width of shared memory is fixed since Volta.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  return cudaFuncSetCacheConfig(function, cudaFuncCachePreferNone);
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (count > 0 && !devices) return remember(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i) {
    if (devices[i] != 0) return remember(cudaErrorInvalidDevice);
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
  return remember(cudaErrorInvalidDevice);
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  *version = k_runtime_version;
  return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = k_runtime_version;
  return cudaSuccess;
}

cudaError_t cudaProfilerStart() {
  return cudaSuccess;
}

cudaError_t cudaProfilerStop() {
  return cudaSuccess;
}

cudaError_t cudaGetLastError() {
  return last_error(true);
}

cudaError_t cudaPeekAtLastError() {
  return last_error(false);
}

const char* cudaGetErrorName(cudaError_t error) {
  return error_name(error);
}

const char* cudaGetErrorString(cudaError_t error) {
  return error_text(error);
}

}  // extern "C"
