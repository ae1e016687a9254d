// What a program said of where managed memory should lie. There is one place here; the words are kept to be read back.
#pragma once

#include <driver_types.h>

#include <map>
#include <set>

namespace whet::cudart {

// Devices by number; cudaCpuDeviceId is the host, cudaInvalidDeviceId nobody.
struct Advice {
  bool read_mostly = false;
  int preferred = cudaInvalidDeviceId;
  int last_prefetch = cudaInvalidDeviceId;
  std::set<int> accessed_by;

  // False: there is no such advice.
  bool take(cudaMemoryAdvise advice, int device);
};

// The device meant. CUDA 12 passes the number itself where CUDA 13 passes a location, whose kind is never 0 or
// negative.
int device_of(const cudaMemLocation& location);

// By the first byte of an allocation.
using AdviceBook = std::map<const void*, Advice>;

}  // namespace whet::cudart
