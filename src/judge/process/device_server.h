// The runner's side of a device in another process: receives requests, carries them out on its device, answers.
//
// The head of a request is {"id", "call", "unload": [modules no longer held], ...}; that of an answer is {"id", ...} or
// {"id", "error", "lost"?}, where `lost` means that this process can serve no further candidate.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "judge/process/link_server.h"
#include "judge/process/message.h"
#include "judge/process/served_device.h"

namespace whet {

class DeviceServer {
 public:
  // Arrays are passed through `window`, which the judge shares; it must outlive this object.
  DeviceServer(ServedDevice device, std::span<char> window);

  Message answer(const Message& request);
  // Serves one request of the host code at the other end of the link; false if there will be no more.
  bool serve_link(int link);

 private:
  using Call = Result<Message> (DeviceServer::*)(const Message& request);
  static const std::map<std::string, Call, std::less<>>& calls();

  Result<Message> allocate(const Message& request);
  Result<Message> map(const Message& request);
  Result<Message> free(const Message& request);
  Result<Message> write(const Message& request);
  Result<Message> read(const Message& request);
  Result<Message> digest(const Message& request);
  Result<Message> fill(const Message& request);
  Result<Message> copy(const Message& request);
  Result<Message> load(const Message& request);
  Result<Message> variables(const Message& request);
  Result<Message> variable(const Message& request);
  Result<Message> launch(const Message& request);
  Result<Message> sample(const Message& request);
  Result<Message> time(const Message& request);
  Result<Message> metrics(const Message& request);
  Result<Message> begin_call(const Message& request);
  Result<Message> end_call(const Message& request);
  Result<Message> link_cost(const Message& request);

  Result<Message> dispatch(const Message& request);
  void unload(const Json& head);
  Result<std::shared_ptr<DeviceModule>> module(uint64_t id) const;
  // The launches of a request, with their modules and arguments; at least one.
  Result<std::vector<Launch>> launches(const Message& request);
  Result<Launch> launch_in(const Json& json, const Message& request, size_t& next_blob);
  // Called after host code, which may have left the device or the process unusable.
  Result<void> check_after(const Launch& launch);
  // Why this process cannot continue; empty if it can.
  std::string loss();

  // The part of the window that a request names.
  Result<std::span<char>> window_of(const Message& request) const;
  Device& device() const { return served_.device(); }

  ServedDevice served_;
  std::unique_ptr<LinkServer> link_;
  std::span<char> window_;
  std::map<uint64_t, std::shared_ptr<DeviceModule>> modules_;
  uint64_t next_module_ = 1;
  uint64_t probe_ = 0;  // a few bytes of device memory, to test whether the device still answers
};

}  // namespace whet
