// The client of a worker: sends requests, waits, and returns values.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "judge/process/message.h"
#include "judge/sandbox/sandbox.h"
#include "judge/worker_protocol.h"
#include "util/system/child_process.h"

namespace whet {

class WorkerClient {
 public:
  struct Opened {
    DeviceFacts facts;
    SandboxLevel sandbox;
    CandidateVerdict original;
  };

  // Starts a worker on this machine; `program` has the command `worker`, empty: this program.
  static Result<std::unique_ptr<WorkerClient>> start(const std::string& program = {});
  ~WorkerClient();

  Result<Opened> open(const SessionOrder& order, const Knowledge& knowledge);
  // One verdict for each candidate, in order. They are compiled in parallel.
  Result<std::vector<CandidateVerdict>> judge(const std::vector<SentCandidate>& candidates);
  // The same, but each verdict is passed on as soon as it is there, with its index; the callback says whether to
  // continue.
  using TakeVerdict = std::function<Result<bool>(size_t candidate, const CandidateVerdict& verdict)>;
  Result<void> judge(const std::vector<SentCandidate>& candidates, const TakeVerdict& take);
  // By the ids of verdicts; 0 is the original. `of` candidates are compared for one decision and share the risk of
  // error.
  Result<CandidateComparison> compare(uint64_t baseline, uint64_t candidate, size_t of = 1,
                                      Effort effort = Effort::full);
  Result<void> renew(uint64_t secret, Effort effort);
  Result<void> forget(uint64_t candidate);

  // A request that is under way at that time is cut off: the worker is ended, and every later call fails.
  void end_at(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  bool was_cut() const { return was_cut_; }

  // Whether the candidate of a verdict is still held: it is lost with the worker process that had it.
  bool has(uint64_t candidate) const;

  pid_t pid() const { return child_->pid(); }
  // What confines candidates, as reported by the last `open`.
  const SandboxLevel& sandbox() const { return sandbox_; }

 private:
  explicit WorkerClient(std::string program) : program_(std::move(program)) {}
  Result<void> start_child();
  // Starts another process after one has ended, with the same requests `open` and `renew`. Its candidates are lost.
  Result<void> restart();
  // The next verdict; `failed` if the worker's process ended while it judged this candidate.
  Result<CandidateVerdict> next_verdict(const std::vector<SentCandidate>& candidates, size_t at);
  Result<void> queue(const std::vector<SentCandidate>& candidates, size_t from);
  Result<Json> call(std::string_view name, Json request);
  Result<std::optional<Message>> exchange(const Message& message);
  Result<void> wait();  // for the answer, at most until the deadline

  std::string program_;
  std::unique_ptr<ChildProcess> child_;
  Json opened_, renewed_;  // the requests; null: not sent
  bool has_ended_ = false;
  uint64_t generation_ = 0;  // counts processes
  SandboxLevel sandbox_;
  uint64_t next_ = 1;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  bool was_cut_ = false;
};

}  // namespace whet
