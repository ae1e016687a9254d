// Memory that two processes share, of a size that neither can change.
#pragma once

#include <cstdint>
#include <span>

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

class SharedMemory {
 public:
  static Result<SharedMemory> make(uint64_t bytes);
  // Maps the memory behind a descriptor that another process made with `make`.
  static Result<SharedMemory> attach(Descriptor descriptor);
  SharedMemory(SharedMemory&& other) noexcept;
  SharedMemory& operator=(SharedMemory&&) = delete;
  ~SharedMemory();

  int descriptor() const { return descriptor_.number(); }
  std::span<char> bytes() const { return bytes_; }

 private:
  SharedMemory(Descriptor descriptor, std::span<char> bytes) : descriptor_(std::move(descriptor)), bytes_(bytes) {}

  Descriptor descriptor_;
  std::span<char> bytes_;
};

}  // namespace whet
