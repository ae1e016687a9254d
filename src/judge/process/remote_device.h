// A Device whose work is done in another process, a runner. If a candidate breaks that process, the call fails, the
// runner is killed, and the next call gets a new one. Buffers and modules of the dead runner are gone: using them is an
// error, but buffers may still be freed.
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

// Calls of host code that a virtual GPU times, each with its own data, so that answers kept from earlier data do not
// help.
constexpr int k_host_sets = 4;

struct RemoteSettings {
  ServedOptions device;
  std::string program;                              // has the command `runner`; empty: this program
  std::chrono::milliseconds call_deadline{60'000};  // for one call; sampling adds its own limit
  std::chrono::milliseconds start_deadline{60'000};
  uint64_t memory_bytes = 0;  // for a runner; 0: three quarters of the machine's
  uint64_t output_bytes = 1 << 20;
  bool sandbox = true;
  // The judge's own device of the same GPU: arrays are its memory, which runners map. It must outlive the RemoteDevice.
  // nullptr: arrays belong to the runner, and their contents pass through a window.
  Device* memory = nullptr;
  ArrayMaker* maker = nullptr;  // makes contents in that memory; nullptr: they are written from the host
};

class RemoteDevice : public Device {
 public:
  static Result<std::unique_ptr<RemoteDevice>> open(const RemoteSettings& settings, const Knowledge& knowledge);
  ~RemoteDevice() override { restart(); }

  const DeviceFacts& facts() const override { return facts_; }
  Result<uint64_t> allocate(uint64_t bytes, const std::string& name) override;
  Result<uint64_t> allocate_input(uint64_t bytes, const std::string& name) override;
  bool protects_inputs() const override { return shares_; }
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

  // Why the last call lost the runner; nothing if it did not.
  std::optional<RunnerFailure> last_failure() const { return last_failure_; }
  // What the candidate printed during the last call.
  const std::string& printed() const { return printed_; }
  const SandboxLevel& sandbox() const { return sandbox_; }
  // False between the end of a runner and the call that starts the next one.
  bool is_running() const { return runner_ != nullptr; }
  // Counts the runners so far. Buffers and modules of another generation are gone.
  uint64_t generation() const { return generation_; }
  void set_call_deadline(std::chrono::milliseconds deadline) { settings_.call_deadline = deadline; }
  std::chrono::milliseconds call_deadline() const { return settings_.call_deadline; }
  void allow_until(std::optional<std::chrono::steady_clock::time_point> moment) override { until_ = moment; }
  std::optional<double> worked_seconds() const override;
  // Whether arrays are the judge's own memory.
  bool shares_memory() const { return shares_; }
  // Why they are not, though they should be; empty: they are, or nobody asked for it.
  const std::string& why_not_shared() const { return why_not_shared_; }
  // Ends the runner, so that the next candidate finds nothing of the last one.
  void restart();

 private:
  // Modules that are no longer held; the next request tells the runner.
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
  // With host code on a virtual GPU there are two processes: `runner_` has the GPU, `host_` has the host code, which
  // sends requests to the other through their own connection. Of what `host_` says, only that it is done is believed.
  bool is_linked() const;
  Result<void> ensure_host();
  Result<void> measure_link();
  Result<Message> call_host(Request request);
  Result<std::shared_ptr<DeviceModule>> load_host(const Build& build);
  struct HostCall {
    LinkAccount account;
    double cpu_seconds = 0;    // of the process with the host code, all its threads
    double clock_seconds = 0;  // elapsed, without the time in which others had the CPU
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
  // An answer that cannot be read is an error of the runner, which is ended; it is never the judge's own error.
  template <typename T>
  Result<T> believed(Result<T> value) {
    if (value) return value;
    return garbled("the runner's answer is not valid: " + value.error().what);
  }
  Result<Request> request_of(std::string_view call, std::span<const Launch> launches);
  Result<uint64_t> id_of(const DeviceModule* module) const;
  static bool is_host(const Launch& launch);
  bool is_gone(uint64_t address, uint64_t bytes) const;
  bool is_taken(uint64_t address, uint64_t bytes) const;
  Result<void> check_address(uint64_t address) const;
  // What is asked of memory: its size, what it is for, and whether kernels may write to it.
  struct Wanted {
    uint64_t bytes = 0;
    const std::string& name;
    bool is_input = false;
  };
  Result<uint64_t> allocate_new(const Wanted& wanted);
  Result<uint64_t> allocate_anywhere(const Wanted& wanted);
  Result<uint64_t> allocate_apart(const Wanted& wanted);
  Result<uint64_t> allocate_shared_with_runner(const Wanted& wanted);
  // The judge's own address of memory that is shared; nothing for what belongs to the runner alone.
  std::optional<uint64_t> shared_at(uint64_t address, uint64_t bytes) const;
  std::optional<uint64_t> place_for_maker(uint64_t address, uint64_t bytes) override;
  Result<uint64_t> surrender(uint64_t address) override;
  // What the judge did to shared memory is done before the runner works with it.
  Result<void> finish_shared();
  Result<void> free_there(uint64_t address);
  Result<std::span<char>> window();

  RemoteSettings settings_;
  const Knowledge& knowledge_;
  DeviceFacts facts_;
  SandboxLevel sandbox_;
  std::unique_ptr<RunnerProcess> runner_, host_;
  Descriptor link_;                          // the host code's end, until its process is started
  Descriptor descriptors_;                   // over which the runner gets descriptors of shared memory
  double call_cost_ = 0, request_cost_ = 0;  // CPU seconds of its process for an empty call and for an empty request
  std::optional<double> cpu_mark_;           // CPU seconds of that process at the end of its last call
  std::optional<std::chrono::steady_clock::time_point> until_;
  uint64_t generation_ = 0;
  bool holds_host_code_ = false;          // the runner has loaded host code, which may answer in the server's place
  std::map<uint64_t, uint64_t> buffers_;  // address and size, in this generation
  std::map<uint64_t, uint64_t> gone_;     // of earlier generations, until they are freed
  struct SharedPart {
    uint64_t bytes = 0, local = 0;  // the judge's own address
  };
  std::map<uint64_t, SharedPart> shared_;  // by the runner's address
  bool shares_ = false;                    // until the machine shows that it cannot
  std::string why_not_shared_;
  bool is_unfinished_ = false;  // the judge has changed shared memory since the last launch
  std::shared_ptr<Unloads> unloads_ = std::make_shared<Unloads>(), host_unloads_ = std::make_shared<Unloads>();
  std::optional<RunnerFailure> last_failure_;
  std::string printed_;
};

}  // namespace whet
