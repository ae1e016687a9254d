// How much of a GPU's memory is free, and what is said when it does not suffice.
#pragma once

#include <cstdint>
#include <optional>

#include "device/cuda/cuda_library.h"

namespace whet {

struct GpuMemory {
  uint64_t free_bytes = 0, bytes = 0;
};

// Of the current context's GPU; nothing: the driver does not say.
std::optional<GpuMemory> gpu_memory(const CudaLibrary& driver);

// The result of a call that asked for so many bytes. An exhausted memory is nobody's fault, but is told with numbers.
Result<void> allocated(Result<void> call, uint64_t bytes, const CudaLibrary& driver);

}  // namespace whet
