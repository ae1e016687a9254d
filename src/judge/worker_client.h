// The control's half of a worker: asks, waits, and gives values back.
#pragma once

#include <functional>
#include <memory>
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
    WorkerVerdict original;
  };

  // Starts one on this machine; `program` has the command `worker`, empty: this one.
  static Result<std::unique_ptr<WorkerClient>> start(const std::string& program = {});
  ~WorkerClient();

  Result<Opened> open(const WorkerOrder& order, const Knowledge& knowledge);
  // One verdict a candidate, in order. They are compiled side by side.
  Result<std::vector<WorkerVerdict>> judge(const std::vector<WorkerCandidate>& candidates);
  // Likewise, each told as soon as it is there, with its place; it says whether the next is wanted.
  using TakeVerdict = std::function<Result<bool>(size_t candidate, const WorkerVerdict& verdict)>;
  Result<void> judge(const std::vector<WorkerCandidate>& candidates, const TakeVerdict& take);
  // By the ids of verdicts, 0 being the original. `of`: so many candidates are compared for one decision.
  Result<WorkerComparison> compare(uint64_t baseline, uint64_t candidate, size_t of = 1, Effort effort = Effort::full);
  Result<void> renew(uint64_t secret, Effort effort);
  Result<void> forget(uint64_t candidate);

  pid_t pid() const { return child_.pid(); }
  // What holds candidates in their place, as the last `open` told.
  const SandboxLevel& sandbox() const { return sandbox_; }

 private:
  explicit WorkerClient(ChildProcess child) : child_(std::move(child)) {}
  Result<Json> call(std::string_view name, Json request);

  ChildProcess child_;
  SandboxLevel sandbox_;
  uint64_t next_ = 1;
};

}  // namespace whet
