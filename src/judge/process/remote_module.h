// The judge's handle of code that a runner has loaded.
#pragma once

#include <memory>
#include <utility>

#include "judge/process/remote_device.h"

namespace whet {

Json request_head(std::string_view call);
// The error for a buffer or module whose runner has ended.
Error stale_error(const std::string& what);

// Registers itself for unloading when it is destroyed, which may be after the device. For host code it also holds the
// kernels that may be launched.
class RemoteDevice::RemoteModule : public DeviceModule {
 public:
  RemoteModule(uint64_t id, uint64_t generation, std::shared_ptr<Unloads> unloads, bool is_host = false,
               std::shared_ptr<DeviceModule> kernels = nullptr)
      : id_(id),
        generation_(generation),
        is_host_(is_host),
        unloads_(std::move(unloads)),
        kernels_(std::move(kernels)) {}
  ~RemoteModule() override {
    if (unloads_->generation == generation_) unloads_->modules.push_back(id_);
  }
  uint64_t id() const { return id_; }
  uint64_t generation() const { return generation_; }
  bool is_host() const { return is_host_; }
  const DeviceModule* kernels() const { return kernels_.get(); }

 private:
  uint64_t id_, generation_;
  bool is_host_;
  std::shared_ptr<Unloads> unloads_;
  std::shared_ptr<DeviceModule> kernels_;
};

}  // namespace whet
