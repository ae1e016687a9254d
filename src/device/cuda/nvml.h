// NVML's view of the GPU: clocks, power, temperature, and other processes on it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "device/cuda/cuda_library.h"
#include "device/device.h"

namespace whet {

class Nvml {
 public:
  // For the GPU at this PCI address, "0000:1b:00.0". The error is `missing` without the library or the permission to
  // use it.
  static Result<std::unique_ptr<Nvml>> open(const std::string& pci_address, LibraryAccess access = {});
  ~Nvml();

  // Values that cannot be read are left out.
  GpuCondition condition() const;
  std::optional<double> max_sm_clock_hz() const;
  std::optional<double> set_sm_clock_hz() const;  // that applications are set to
  std::string driver_release() const;             // "580.65.06"; empty when unknown

 private:
  Nvml(CudaLibrary library, void* gpu) : library_(std::move(library)), gpu_(gpu) {}
  std::vector<std::string> other_owners() const;

  CudaLibrary library_;
  void* gpu_;
};

// "power cap", "heat": the reasons why a GPU is slowed down, from NVML's bits; being idle is not one.
std::vector<std::string> slowdown_names(unsigned long long reasons);

}  // namespace whet
