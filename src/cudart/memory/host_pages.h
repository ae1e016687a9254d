// Host memory that kernels can reach at its own address: pinned and managed allocations.
#pragma once

#include <cstdint>
#include <map>

#include "util/result.h"

namespace whet::cudart {

class HostPages {
 public:
  HostPages();
  HostPages(const HostPages&) = delete;
  HostPages& operator=(const HostPages&) = delete;
  ~HostPages();

  // Zeroed pages outside the range of device memory. The same sequence of calls returns the same addresses if the host
  // has them free.
  Result<void*> allocate(uint64_t bytes);
  // Returns false if the pages were not allocated here.
  bool free(void* pages);

 private:
  std::map<void*, uint64_t> sizes_;  // as mapped
  uint64_t next_;
};

// Reserves the address range of device memory so that the host maps nothing there, and an address alone shows whether
// it is device memory. Returns false if the range is in use or address space is limited; this does little harm, because
// the host maps nothing there unless it is asked to.
bool reserve_device_addresses();

}  // namespace whet::cudart
