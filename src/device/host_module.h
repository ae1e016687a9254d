// Host code of a candidate, loaded into this process: a shared object that has, for each callable function `f`,
//   extern "C" void whet_call_f(void** arguments);
// which calls f with the values that the arguments point to. CompileRequest::host_function generates it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/device.h"

namespace whet {

class HostModule : public DeviceModule {
 public:
  // Allows this process to load host code from files in `directory`. Only a runner does this: no other process of whet
  // shares its memory with a candidate.
  static void allow_in_this_process(const std::string& directory);

  // Loads the library and runs its constructors.
  static Result<std::shared_ptr<DeviceModule>> load(const std::string& library);
  explicit HostModule(void* handle) : handle_(handle) {}
  ~HostModule() override;
  HostModule(const HostModule&) = delete;
  HostModule& operator=(const HostModule&) = delete;

  // Its output is flushed when this returns. An escaping exception is an error.
  Result<void> call(const std::string& function, const std::vector<std::string>& arguments);

 private:
  using Entry = void (*)(void**);
  void* handle_;
  std::map<std::string, Entry> entries_;
};

// nullptr when the launch is that of a kernel.
HostModule* host_code_of(const Launch& launch);

}  // namespace whet
