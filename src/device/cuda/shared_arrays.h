// GPU memory that two processes map: one allocates it and hands out a file descriptor, the other maps the descriptor,
// for reading only or for writing too. By the driver's virtual memory management (cuMemCreate and what belongs to it).
#pragma once

#include <cstdint>
#include <map>

#include "device/cuda/cuda_library.h"
#include "device/device.h"

namespace whet {

class SharedArrays {
 public:
  // Uses the current context of the device, which must outlive it.
  SharedArrays(const CudaLibrary& driver, int device) : driver_(driver), device_(device) {}
  SharedArrays(const SharedArrays&) = delete;
  ~SharedArrays();

  // Zeroed memory of at least this size. `missing` where the driver cannot share memory.
  Result<SharedArray> make(uint64_t bytes);
  // Maps what another process made with the same `bytes`.
  Result<uint64_t> map(int descriptor, uint64_t bytes, bool writable);
  bool owns(uint64_t address) const { return mapped_.contains(address); }
  Result<void> release(uint64_t address);

 private:
  using Handle = unsigned long long;
  Result<void> check_support() const;
  Result<size_t> rounded_up(uint64_t bytes);
  Result<uint64_t> map_handle(Handle handle, size_t bytes, bool writable);

  const CudaLibrary& driver_;
  int device_;
  size_t granularity_ = 0;             // 0: not asked yet
  std::map<uint64_t, size_t> mapped_;  // sizes by address
};

}  // namespace whet
