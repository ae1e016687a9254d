// The single runtime of this process, and the wrappers through which exported functions use it.
#pragma once

#include <mutex>

#include "cudart/runtime.h"

namespace whet::cudart {

// Opened at its first use, from WHET_DEVICE and the other variables; nullptr if that failed, which is then reported.
Runtime* process_runtime();
std::recursive_mutex& process_mutex();

// Stores the thread's last error for cudaGetLastError; returns the error.
cudaError_t remember(cudaError_t error);
cudaError_t last_error(bool clear);

// A call that queries or submits; `body` receives the runtime.
template <typename Body>
cudaError_t call(const Body& body) {
  const std::lock_guard lock(process_mutex());
  Runtime* const runtime = process_runtime();
  if (!runtime) return remember(cudaErrorNoDevice);
  if (const cudaError_t fault = runtime->told_fault(); fault != cudaSuccess) return remember(fault);
  return remember(body(*runtime));
}

// A call that waits for the GPU.
template <typename Body>
cudaError_t waiting_call(const Body& body) {
  return call([&](Runtime& runtime) { return runtime.after_wait(body(runtime)); });
}

}  // namespace whet::cudart
