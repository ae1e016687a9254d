#include "cudart/advice.h"

#include <cuda_runtime_api.h>

namespace whet::cudart {

bool Advice::take(cudaMemoryAdvise advice, int device) {
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      read_mostly = advice == cudaMemAdviseSetReadMostly;
      return true;
    case cudaMemAdviseSetPreferredLocation:
      preferred = device;
      return true;
    case cudaMemAdviseUnsetPreferredLocation:
      preferred = cudaInvalidDeviceId;
      return true;
    case cudaMemAdviseSetAccessedBy:
      accessed_by.insert(device);
      return true;
    case cudaMemAdviseUnsetAccessedBy:
      accessed_by.erase(device);
      return true;
  }
  return false;
}

int device_of(const cudaMemLocation& location) {
  const int kind = static_cast<int>(location.type);
  if (kind <= 0) return kind;
  return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

}  // namespace whet::cudart
