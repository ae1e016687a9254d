// Memory as a CUDA program sees it: device allocations, pinned and managed host memory, copies between them.
#pragma once

#include <driver_types.h>

#include <set>

#include "cudart/memory/host_pages.h"
#include "device/rows.h"
#include "device/virtual/virtual_device.h"

namespace whet::cudart {

enum class Direction { on_host, to_device, to_host, on_device };

using CopyShape = CopyRows;

class Memory {
 public:
  explicit Memory(VirtualDevice& device) : device_(device) {}

  Result<void*> allocate(uint64_t bytes);
  Result<void> free(void* address);
  Result<void*> allocate_pinned(uint64_t bytes);
  Result<void*> allocate_managed(uint64_t bytes);
  Result<void> free_pinned(void* address);
  // Makes the program's own memory accessible to kernels.
  Result<void> register_host(void* address, uint64_t bytes);
  Result<void> unregister_host(void* address);
  // Frees all of the program's allocations.
  void reset();

  // The direction of a copy; an error if the addresses contradict `kind`.
  Result<Direction> direction(const void* to, const void* from, cudaMemcpyKind kind) const;
  // An asynchronous copy need not be done when the call returns: no side of it is pageable memory of the host.
  bool may_be_late(const void* to, const void* from) const;
  Result<void> copy(void* to, const void* from, const CopyShape& shape);
  Result<void> fill(void* to, int value, uint64_t element_bytes, const CopyShape& shape);
  cudaPointerAttributes attributes(const void* address) const;
  // The first byte of the allocation that holds the address; nullptr if there is none.
  void* start_of(const void* address) const;

 private:
  // The live allocation that holds the address; nullptr for memory that only the host can reach.
  vgpu::Allocation* find(const void* address) const;
  // The host address of these bytes; an error if they run past the end of their allocation.
  Result<std::byte*> storage(const void* address, uint64_t bytes) const;

  Result<void> copy_linked(void* to, const void* from, const CopyShape& shape);
  Result<void> fill_linked(void* to, int value, uint64_t element_bytes, const CopyShape& shape);

  VirtualDevice& device_;
  HostPages pages_;
  std::set<void*> owned_, managed_, pinned_, registered_;
  int allocations_ = 0;  // made so far; numbers their names in findings
};

}  // namespace whet::cudart
