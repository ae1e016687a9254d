// Host code of a candidate, in this process: a shared object that has, for each function `f` to be called,
//   extern "C" void whet_call_f(void** arguments);
// which calls f with what the arguments point at. CompileRequest::host_function makes such ones.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/device.h"

namespace whet {

class HostModule : public DeviceModule {
 public:
  // From now on this process may load host code, by files in `directory`. Only a runner says so: no other process of
  // whet shares its memory with a candidate.
  static void allow_in_this_process(const std::string& directory);

  // Its constructors run.
  static Result<std::shared_ptr<DeviceModule>> load(const std::string& library);
  explicit HostModule(void* handle) : handle_(handle) {}
  ~HostModule() override;
  HostModule(const HostModule&) = delete;
  HostModule& operator=(const HostModule&) = delete;

  // What it prints has left the process when this returns. An exception that escapes is an error.
  Result<void> call(const std::string& function, const std::vector<std::string>& arguments);

 private:
  using Entry = void (*)(void**);
  void* handle_;
  std::map<std::string, Entry> entries_;
};

// nullptr when the launch is of a kernel.
HostModule* host_code_of(const Launch& launch);

}  // namespace whet
