// The program's hints about where managed memory should lie. The virtual GPU has a single memory, so hints change
// nothing; they are stored because the program may read them back.
#pragma once

#include <driver_types.h>

#include <map>
#include <set>

namespace whet::cudart {

// Devices are numbers; cudaCpuDeviceId means the host, cudaInvalidDeviceId means none.
struct Advice {
  bool read_mostly = false;
  int preferred = cudaInvalidDeviceId;
  int last_prefetch = cudaInvalidDeviceId;
  std::set<int> accessed_by;

  // Returns false for an unknown kind of advice.
  bool take(cudaMemoryAdvise advice, int device);
};

// The device that a call names. CUDA 12 passes its number where CUDA 13 passes a location; the two can be told apart
// because a location's type is always positive.
int device_of(const cudaMemLocation& location);

// The key is the first byte of an allocation.
using AdviceBook = std::map<const void*, Advice>;

}  // namespace whet::cudart
