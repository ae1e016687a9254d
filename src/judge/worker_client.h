// The control's half of a worker: asks, waits, and gives values back.
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

  // Starts one on this machine; `program` has the command `worker`, empty: this one.
  static Result<std::unique_ptr<WorkerClient>> start(const std::string& program = {});
  ~WorkerClient();

  Result<Opened> open(const SessionOrder& order, const Knowledge& knowledge);
  // One verdict a candidate, in order. They are compiled side by side.
  Result<std::vector<CandidateVerdict>> judge(const std::vector<SentCandidate>& candidates);
  // Likewise, each told as soon as it is there, with its place; it says whether the next is wanted.
  using TakeVerdict = std::function<Result<bool>(size_t candidate, const CandidateVerdict& verdict)>;
  Result<void> judge(const std::vector<SentCandidate>& candidates, const TakeVerdict& take);
  // By the ids of verdicts, 0 being the original. `of`: so many candidates are compared for one decision.
  Result<CandidateComparison> compare(uint64_t baseline, uint64_t candidate, size_t of = 1,
                                      Effort effort = Effort::full);
  Result<void> renew(uint64_t secret, Effort effort);
  Result<void> forget(uint64_t candidate);

  // Whoever is asked then is cut off: the worker is ended, and every call fails from there on.
  void end_at(std::chrono::steady_clock::time_point deadline) { deadline_ = deadline; }
  bool was_cut() const { return was_cut_; }

  // Whether the candidate of a verdict is still there: it goes with the process that had it.
  bool has(uint64_t candidate) const;

  pid_t pid() const { return child_->pid(); }
  // What holds candidates in their place, as the last `open` told.
  const SandboxLevel& sandbox() const { return sandbox_; }

 private:
  explicit WorkerClient(std::string program) : program_(std::move(program)) {}
  Result<void> start_child();
  // After its process has ended: another one, opened and renewed as that was. Candidates it had are gone.
  Result<void> restart();
  // A verdict of the one who was judged when the process ended.
  Result<CandidateVerdict> next_verdict(const std::vector<SentCandidate>& candidates, size_t at);
  Result<void> queue(const std::vector<SentCandidate>& candidates, size_t from);
  Result<Json> call(std::string_view name, Json request);
  Result<std::optional<Message>> exchange(const Message& message);
  Result<void> wait();  // for its answer, no longer than until the deadline

  std::string program_;
  std::unique_ptr<ChildProcess> child_;
  Json opened_, renewed_;  // the requests; null: none
  bool has_ended_ = false;
  uint64_t generation_ = 0;  // of processes
  SandboxLevel sandbox_;
  uint64_t next_ = 1;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  bool was_cut_ = false;
};

}  // namespace whet
