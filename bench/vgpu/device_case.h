// One kernel case on one device: buffers, arguments and launch, whatever the device is.
#pragma once

#include <string>
#include <vector>

#include "device/device.h"
#include "util/result.h"

namespace whet::bench {

// A parameter of a kernel: a buffer's first content, or a scalar's bytes.
struct CaseValue {
  bool buffer = false;
  std::string bytes;
};

// Buffers of a case on a device, freed at the end.
class DeviceCase {
 public:
  DeviceCase(Device& device, std::vector<CaseValue> values) : device_(device), values_(std::move(values)) {}
  ~DeviceCase();
  DeviceCase(const DeviceCase&) = delete;
  DeviceCase& operator=(const DeviceCase&) = delete;

  Result<void> allocate();
  // Puts the first contents in place.
  Result<void> fill();
  Result<std::string> read(size_t argument);
  // One byte string for each parameter.
  std::vector<std::string> arguments() const;

 private:
  Device& device_;
  std::vector<CaseValue> values_;
  std::vector<uint64_t> addresses_;  // 0 for scalars
};

}  // namespace whet::bench
