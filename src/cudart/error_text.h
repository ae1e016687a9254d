// CUDA errors by name and in words.
#pragma once

#include <driver_types.h>

namespace whet::cudart {

const char* error_name(cudaError_t error);  // "cudaErrorIllegalAddress"
const char* error_text(cudaError_t error);  // "an illegal memory access was encountered"

}  // namespace whet::cudart
