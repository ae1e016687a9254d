// A Device whose work is done in another process, a runner. What a candidate does to that process costs the call it did
// it in: the runner is killed, and the next call gets a fresh one. Buffers and modules of the dead one are gone: their
// use is an error, and who holds a buffer may still free it.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "device/device.h"
#include "judge/process/link_server.h"
#include "judge/process/runner_process.h"
#include "judge/process/runner_settings.h"
#include "judge/sandbox/sandbox.h"
#include "util/system/knowledge.h"

namespace whet {

// Calls of host code that a virtual GPU times, each with data of its own: what remembers the answer to data it has seen
// has not seen these.
constexpr int k_host_sets = 4;

struct RemoteSettings {
  ServedOptions device;
  std::string program;                              // that has the command `runner`; empty: this one
  std::chrono::milliseconds call_deadline{60'000};  // of one call; sampling adds its own limit
  std::chrono::milliseconds start_deadline{60'000};
  uint64_t memory_bytes = 0;  // that a runner may hold; 0: three quarters of the machine's
  uint64_t output_bytes = 1 << 20;
  bool sandbox = true;
};

class RemoteDevice : public Device {
 public:
  static Result<std::unique_ptr<RemoteDevice>> open(const RemoteSettings& settings, const Knowledge& knowledge);

  const DeviceFacts& facts() const override { return facts_; }
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name) override;
  Result<void> free(uint64_t address) override;
  Result<void> write(uint64_t address, std::string_view bytes) override;
  Result<void> read_to(std::span<char> to, uint64_t address) override;
  Result<uint64_t> digest(uint64_t address, uint64_t bytes, uint64_t key) override;
  Result<void> fill(uint64_t address, uint8_t value, uint64_t bytes) override;
  Result<void> copy(uint64_t to, uint64_t from, uint64_t bytes) override;
  Result<std::shared_ptr<DeviceModule>> load(const Build& build) override;
  Result<std::vector<ModuleVariable>> variables(DeviceModule& module, uint64_t key) override;
  Result<VariablePlace> variable(DeviceModule& module, const std::string& name) override;
  Result<void> launch(const Launch& launch) override;
  Result<Sampling> sample(const std::vector<Launch>& launches, const SamplingPlan& plan) override;
  Result<Time> time(const Launch& launch) override;
  Result<std::vector<Metric>> metrics(const Launch& launch, const std::vector<std::string>& names) override;

  // What the last call cost the runner; nothing when it is well.
  std::optional<RunnerFailure> last_failure() const { return last_failure_; }
  // What the candidate printed during the last call.
  const std::string& printed() const { return printed_; }
  const SandboxLevel& sandbox() const { return sandbox_; }
  // False between the end of a runner and the call that starts the next.
  bool is_running() const { return runner_ != nullptr; }
  // Counts the runners so far. What was made under another number is gone.
  uint64_t generation() const { return generation_; }
  void set_call_deadline(std::chrono::milliseconds deadline) { settings_.call_deadline = deadline; }
  std::chrono::milliseconds call_deadline() const { return settings_.call_deadline; }
  void allow_until(std::optional<std::chrono::steady_clock::time_point> moment) override { until_ = moment; }
  std::optional<double> worked_seconds() const override;
  // Ends the runner, so that the next candidate finds nothing of the last one.
  void restart();

 private:
  // Modules nobody holds any more; told to the runner with the next request.
  struct Unloads {
    uint64_t generation = 0;
    std::vector<uint64_t> modules;
  };
  class RemoteModule;
  struct Request {
    Json head;
    std::vector<std::string_view> blobs = {};
    MessageLimits limits = {1 << 20, 0, 0};
    std::chrono::milliseconds beyond_deadline{0};
  };

  RemoteDevice(const RemoteSettings& settings, const Knowledge& knowledge);
  Result<void> ensure_runner();
  // With host code on a virtual GPU there are two processes: `runner_` has the GPU, `host_` the host code, which asks
  // the other through a connection of theirs. Nothing that `host_` says is believed but that it is done.
  bool is_linked() const;
  Result<void> ensure_host();
  Result<void> measure_link();
  Result<Message> call_host(Request request);
  Result<std::shared_ptr<DeviceModule>> load_host(const Build& build);
  struct HostCall {
    LinkAccount account;
    double cpu_seconds = 0;    // of the process with the host code, all threads
    double clock_seconds = 0;  // that passed, but for when others had the CPU
  };
  Result<HostCall> launch_host(const Launch& launch, bool counted);
  Request begin_request(const DeviceModule* kernels, bool counted) const;
  Result<Sampling> sample_host(const std::vector<Launch>& launches, const SamplingPlan& plan);
  double host_seconds(const HostCall& call) const;
  std::chrono::milliseconds time_for(const Request& request) const;
  Result<Message> call(Request request);
  Error lose(const Error& error);
  Error garbled(std::string what);
  Error as_candidates(Error error) const;
  // An answer that is none costs the runner; it is never the judge's own fault.
  template <typename T>
  Result<T> believed(Result<T> value) {
    if (value) return value;
    return garbled("the runner's answer is none: " + value.error().what);
  }
  Result<Request> request_of(std::string_view call, std::span<const Launch> launches);
  Result<uint64_t> id_of(const DeviceModule* module) const;
  static bool is_host(const Launch& launch);
  bool is_gone(uint64_t address, uint64_t bytes) const;
  Result<void> check_address(uint64_t address) const;
  Result<uint64_t> allocate_anywhere(uint64_t bytes, const std::string& name);
  Result<void> free_there(uint64_t address);
  Result<std::span<char>> window();

  RemoteSettings settings_;
  const Knowledge& knowledge_;
  DeviceFacts facts_;
  SandboxLevel sandbox_;
  std::unique_ptr<RunnerProcess> runner_, host_;
  Descriptor link_;                          // the host code's end, until its process is started
  double call_cost_ = 0, request_cost_ = 0;  // CPU seconds of its process for a call and a request of nothing
  std::optional<double> cpu_mark_;           // CPU seconds of that process when its last call had ended
  std::optional<std::chrono::steady_clock::time_point> until_;
  uint64_t generation_ = 0;
  bool holds_host_code_ = false;          // the runner loaded some: it may answer in the server's stead
  std::map<uint64_t, uint64_t> buffers_;  // address and size, of this generation
  std::map<uint64_t, uint64_t> gone_;     // of earlier ones, until they are freed
  std::shared_ptr<Unloads> unloads_ = std::make_shared<Unloads>(), host_unloads_ = std::make_shared<Unloads>();
  std::optional<RunnerFailure> last_failure_;
  std::string printed_;
};

}  // namespace whet
