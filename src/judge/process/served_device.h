// The device that a runner serves, opened as the judge requested.
#pragma once

#include <memory>
#include <string>

#include "device/open/open_device.h"
#include "util/system/knowledge.h"

namespace whet {

struct ServedOptions {
  std::string device = "virtual";  // as for --device
  VirtualOptions virtual_options;
  bool host_code = false;  // candidates bring host code that makes CUDA calls
  bool linked = false;     // its GPU is in another process, at the other end of descriptor 5
};

class ServedDevice {
 public:
  // With host code a CUDA runtime is loaded for it. On a virtual GPU that is whet's own, and the runtime's device is
  // served, so that the candidate's calls and ours use the same memory.
  static Result<ServedDevice> open(const ServedOptions& options, const Knowledge& knowledge);

  Device& device() const { return *device_; }
  // The virtual GPU of a process without host code; nullptr: a real GPU.
  VirtualDevice* as_virtual() const { return as_virtual_; }
  // Waits for everything that host code started through the runtime, and returns the runtime's error.
  Result<void> check_runtime() const;
  // Sets a byte at the address through the runtime, as host code would.
  Result<void> touch(uint64_t address) const;

 private:
  std::unique_ptr<Device> owned_;
  Device* device_ = nullptr;
  VirtualDevice* as_virtual_ = nullptr;
  void* runtime_ = nullptr;  // nullptr without host code
};

}  // namespace whet
