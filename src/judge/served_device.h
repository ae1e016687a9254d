// The device a runner serves, opened as the judge asked.
#pragma once

#include <memory>
#include <string>

#include "device/open_device.h"
#include "util/knowledge.h"

namespace whet {

struct ServedOptions {
  std::string device = "virtual";  // as for --device
  VirtualOptions virtual_options;
  bool host_code = false;  // candidates bring host code that makes CUDA calls
};

class ServedDevice {
 public:
  // With host code on a virtual GPU: that of whet's CUDA runtime, so that the candidate's calls and ours meet the same
  // memory.
  static Result<ServedDevice> open(const ServedOptions& options, const Knowledge& knowledge);

  Device& device() const { return *device_; }
  // Until all that was started on it has ended; after host code, which may not have waited.
  Result<void> wait() const;

 private:
  std::unique_ptr<Device> owned_;
  Device* device_ = nullptr;
};

}  // namespace whet
