// Computes the parts of quick_digest with a kernel on the GPU.
#pragma once

#include <cstdint>
#include <string>

#include "device/cuda/cuda_library.h"

namespace whet {

// The kernel `whet_digest(base, parts, key, sum)`: one thread per part, which adds its digest to `sum`.
std::string digest_ptx();

class GpuDigest {
 public:
  static constexpr uint64_t k_alignment = 16;  // of the bytes it reads

  // Uses the current context, which must outlive it.
  static Result<GpuDigest> open(const CudaLibrary& driver);
  GpuDigest(GpuDigest&& other) noexcept;
  GpuDigest& operator=(GpuDigest&&) = delete;
  ~GpuDigest();

  // The sum of the digests of `parts` whole parts starting at `address`.
  Result<uint64_t> sum_of_parts(uint64_t address, uint64_t parts, uint64_t key);

 private:
  explicit GpuDigest(const CudaLibrary& driver) : driver_(&driver) {}

  const CudaLibrary* driver_;
  void* module_ = nullptr;
  void* function_ = nullptr;
  unsigned long long sum_ = 0;  // address of eight bytes
};

}  // namespace whet
