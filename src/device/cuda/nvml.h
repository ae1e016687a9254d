// The GPU as its management library sees it: clocks, power, heat, and who else is on it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "device/cuda/cuda_library.h"
#include "device/device.h"

namespace whet {

class Nvml {
 public:
  // Of the GPU at this PCI address, "0000:1b:00.0". Missing: the library or its permission.
  static Result<std::unique_ptr<Nvml>> open(const std::string& pci_address, LibraryAccess access = {});
  ~Nvml();

  // What one question cannot tell is left out; the rest is told.
  GpuCondition condition() const;
  std::optional<double> max_sm_clock_hz() const;
  std::string driver_release() const;  // "580.65.06"; empty when it is not told

 private:
  Nvml(CudaLibrary library, void* gpu) : library_(std::move(library)), gpu_(gpu) {}
  std::vector<std::string> other_owners() const;

  CudaLibrary library_;
  void* gpu_;
};

// "power cap", "heat": the reasons that slow a GPU down, by NVML's bits; being idle is none.
std::vector<std::string> slowdown_names(unsigned long long reasons);

}  // namespace whet
