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

  // Zeroed pages away from those of device memory. The same sequence of calls gives the same addresses where the host
  // has them free.
  Result<void*> allocate(uint64_t bytes);
  // False: not from here.
  bool free(void* pages);

 private:
  std::map<void*, uint64_t> sizes_;  // as mapped
  uint64_t next_;
};

// Keeps the host from mapping anything where device memory will get its addresses, so that a pointer says what it is.
// False: the host already has something there, or no address space left; it gives nothing there by itself either.
bool reserve_device_addresses();

}  // namespace whet::cudart
