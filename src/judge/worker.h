// The judge as a process: opens a session, judges what it is sent, and survives every candidate. Messages are frames of
// judge/process/message.h; each request {"id", "call", ...} gets one answer {"id", ...} or {"id", "error"}.
#pragma once

#include <atomic>
#include <map>
#include <memory>

#include "judge/compile_queue.h"
#include "judge/process/message.h"
#include "judge/session.h"
#include "judge/worker_protocol.h"

namespace whet {

class Worker {
 public:
  explicit Worker(const JudgeServices& services) : services_(services) {}

  Message answer(const Message& request);

 private:
  using Call = Result<Json> (Worker::*)(const Json& request);
  static const std::map<std::string, Call, std::less<>>& calls();

  Result<Json> open(const Json& request);
  Result<Json> judge(const Json& request);  // {"candidates": [...]}: compiled in parallel, judged in turn
  Result<Json> queue(const Json& request);  // the same, but each is judged when `next` asks for it
  Result<Json> next(const Json& request);
  Result<Json> drop(const Json& request);     // the queued ones
  Result<Json> compare(const Json& request);  // {"baseline": id, "candidate": id}: 0 is the original
  Result<Json> renew(const Json& request);    // {"secret", "full"}: other data from now on
  Result<Json> forget(const Json& request);   // {"candidate": id}

  Result<Json> dispatch(const Json& request);
  Result<const CompiledCandidate*> compiled(const Json& request, std::string_view name) const;
  Result<CompiledCandidate> compile(const SentCandidate& candidate) const;
  Result<CandidateVerdict> judge_one(const SentCandidate& asked, Result<CompiledCandidate> compiled);

  JudgeServices services_;
  std::unique_ptr<JudgeSession> session_;
  std::map<uint64_t, CompiledCandidate> candidates_;
  uint64_t next_ = 1;
  std::unique_ptr<CompileQueue> queue_;  // destroyed before the session it compiles for
};

// Serves on two descriptors until the other side closes them.
Result<void> run_worker(int in, int out, const JudgeServices& services);

}  // namespace whet
