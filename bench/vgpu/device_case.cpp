#include "vgpu/device_case.h"

namespace whet::bench {

DeviceCase::~DeviceCase() {
  for (const uint64_t address : addresses_) {
    if (address) (void)device_.free(address);
  }
}

Result<void> DeviceCase::allocate() {
  for (size_t i = 0; i < values_.size(); ++i) {
    addresses_.push_back(0);
    if (!values_[i].buffer) continue;
    TRY(address, device_.allocate(values_[i].bytes.size(), "argument " + std::to_string(i)));
    addresses_.back() = address;
  }
  return {};
}

Result<void> DeviceCase::fill() {
  for (size_t i = 0; i < values_.size(); ++i) {
    if (values_[i].buffer) TRY_VOID(device_.write(addresses_[i], values_[i].bytes));
  }
  return {};
}

Result<std::string> DeviceCase::read(size_t argument) {
  return device_.read(addresses_[argument], values_[argument].bytes.size());
}

std::vector<std::string> DeviceCase::arguments() const {
  std::vector<std::string> arguments;
  for (size_t i = 0; i < values_.size(); ++i) {
    const char* address = reinterpret_cast<const char*>(&addresses_[i]);
    arguments.push_back(values_[i].buffer ? std::string(address, sizeof(uint64_t)) : values_[i].bytes);
  }
  return arguments;
}

}  // namespace whet::bench
