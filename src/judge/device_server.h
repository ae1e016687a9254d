// The runner's half of a device in another process: takes requests, does them on the device it has, answers.
//
// A request's head is {"id", "call", "unload": [modules no longer held], ...}; an answer's is {"id", ...} or {"id",
// "error", "lost"?}, where `lost` says that this process can serve no further candidate.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "judge/host_library.h"
#include "judge/message.h"
#include "judge/served_device.h"

namespace whet {

class DeviceServer {
 public:
  // `directory` is where libraries are put for the loader.
  DeviceServer(ServedDevice device, std::string directory)
      : served_(std::move(device)), directory_(std::move(directory)) {}

  Message answer(const Message& request);

 private:
  struct Module {
    std::shared_ptr<DeviceModule> code;
    std::unique_ptr<HostLibrary> library;  // instead of `code`
  };
  using Call = Result<Message> (DeviceServer::*)(const Message& request);
  static const std::map<std::string, Call, std::less<>>& calls();

  Result<Message> allocate(const Message& request);
  Result<Message> free(const Message& request);
  Result<Message> write(const Message& request);
  Result<Message> read(const Message& request);
  Result<Message> fill(const Message& request);
  Result<Message> load(const Message& request);
  Result<Message> variables(const Message& request);
  Result<Message> launch(const Message& request);
  Result<Message> sample(const Message& request);
  Result<Message> time(const Message& request);
  Result<Message> metrics(const Message& request);

  Result<Message> dispatch(const Message& request);
  void unload(const Json& head);
  Result<Module*> module(uint64_t id);
  // Those of the request with their modules and arguments; host code among them is an error.
  Result<std::vector<Launch>> launches(const Message& request);
  Result<Launch> launch_in(const Json& json, const Message& request, size_t& next_blob);
  Result<void> call_host(HostLibrary& library, const Launch& launch);
  // Why this process can go on no longer; empty when it can.
  std::string loss();

  Device& device() const { return served_.device(); }

  ServedDevice served_;
  std::string directory_;
  std::map<uint64_t, Module> modules_;
  uint64_t next_module_ = 1;
  uint64_t probe_ = 0;  // a few bytes of device memory, to see whether it still answers
};

}  // namespace whet
