// Removes from L2 what a kernel left there.
//
// A buffer of exactly the size of L2 is read and written, then another of that size is read: the first pass evicts the
// old content, the second writes the dirty lines of the first back, so that no write-back falls into the sample.
// Counters see the few lines that stay dirty all the same: for them more is read.
#pragma once

#include <cstdint>

#include "device/cuda/cuda_library.h"

namespace whet {

class L2Flush {
 public:
  // `touch` is whet_touch, loaded in the current context.
  static Result<L2Flush> open(const CudaLibrary& driver, int device, void* touch);
  L2Flush(L2Flush&& other) noexcept;
  L2Flush& operator=(L2Flush&&) = delete;
  ~L2Flush();

  // Turns persisting lines into ordinary ones, and forbids new ones.
  Result<void> forget_persisting() const;
  Result<void> queue(void* stream);
  // Reads more after queue(), until no dirty line is left.
  Result<void> queue_clean(void* stream);
  uint64_t l2_bytes() const { return bytes_; }

 private:
  L2Flush(const CudaLibrary& driver, void* touch) : driver_(&driver), touch_(touch) {}
  Result<void> touch(unsigned long long address, bool write, void* stream);

  const CudaLibrary* driver_;
  void* touch_;
  unsigned blocks_ = 0;
  uint64_t bytes_ = 0;
  unsigned long long buffer_ = 0;  // four times L2; the first part is written
};

}  // namespace whet
