// The judge's side of a runner: one process that answers one request at a time and is watched meanwhile.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "judge/process/message.h"
#include "judge/process/runner_failure.h"
#include "judge/process/runner_settings.h"
#include "util/system/child_process.h"
#include "util/system/descriptor.h"
#include "util/system/private_directory.h"
#include "util/system/shared_memory.h"

namespace whet {

class RunnerProcess {
 public:
  struct Watch {
    uint64_t memory_bytes = 0;        // at once
    uint64_t output_bytes = 1 << 20;  // printed during a call
    uint64_t disk_bytes = 512 << 20;  // in its directory
    uint64_t files = 2'000;           // in its directory
  };

  // Starts `program` as a runner, which waits for its first message. `link` is a connection to another runner.
  static Result<std::unique_ptr<RunnerProcess>> start(const std::string& program, const Watch& watch, int link = -1);
  // Starts another program that uses the same messages, with the environment of this process.
  static Result<std::unique_ptr<RunnerProcess>> start_program(std::vector<std::string> argv, const Watch& watch);

  const std::string& directory() const { return directory_.path(); }
  pid_t pid() const { return child_.pid(); }
  // Also watches the memory of `other` during calls of this one, because it works for it.
  void watch_too(RunnerProcess* other) { other_ = other; }
  // Memory shared with the runner. Its content must be copied before it is checked; empty for other programs.
  std::span<char> window() const { return window_ ? window_->bytes() : std::span<char>(); }

  // Sends a request and returns its answer. On failure the process is dead, and `failure` says why. Unrequested bytes,
  // an answer to another request and one beyond `limits` are failures too.
  Result<Message> exchange(Json head, std::span<const std::string_view> blobs, const MessageLimits& limits,
                           std::chrono::milliseconds deadline);
  std::optional<RunnerFailure> failure() const { return failure_; }
  // What the process printed during the last exchange.
  const std::string& printed() const { return printed_; }
  // Ends the process, for a reason that the caller found.
  Error end(RunnerFailure failure, std::string what);

 private:
  struct Exchange;
  RunnerProcess(ChildProcess child, PrivateDirectory directory, std::optional<SharedMemory> window, const Watch& watch);
  Result<void> step(Exchange& exchange);
  Result<void> send_some(Exchange& exchange);
  Result<void> receive_some(Exchange& exchange);
  Result<void> take_output();
  Result<void> check_memory();
  Result<void> check_disk();
  Error ended_by_itself();
  uint64_t next_id();

  PrivateDirectory directory_;  // removed after the process
  std::optional<SharedMemory> window_;
  ChildProcess child_;
  Descriptor memory_file_;  // the kernel's figures about the process
  Watch watch_;
  RunnerProcess* other_ = nullptr;
  std::chrono::steady_clock::time_point next_disk_look_;
  std::random_device random_;
  bool output_open_ = true;
  std::string printed_;
  std::optional<RunnerFailure> failure_;
};

}  // namespace whet
