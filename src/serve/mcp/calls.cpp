#include "serve/mcp/calls.h"

namespace whet::serve {

Calls::Call* Calls::running(const std::string& id) {
  for (Call& call : calls_) {
    if (call.id == id && !call.has_answer) return &call;
  }
  return nullptr;
}

Calls::Start Calls::start(const std::string& id, Work work, Reply reply) {
  const std::lock_guard lock(mutex_);
  calls_.remove_if([](const Call& call) { return call.is_done.load(); });
  if (running(id)) return Start::id_in_use;
  if (calls_.size() >= most_at_once_) return Start::too_many;
  Call& call = calls_.emplace_back();
  call.id = id;
  call.thread = std::jthread([&call, work = std::move(work), reply = std::move(reply)](const std::stop_token& stop) {
    const std::string answer = work(stop);
    call.has_answer = true;
    reply(answer);
    call.is_done = true;
  });
  return Start::started;
}

void Calls::cancel(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (Call* call = running(id)) call->thread.request_stop();
}

void Calls::end() {
  std::list<Call> ending;
  {
    const std::lock_guard lock(mutex_);
    ending.swap(calls_);
  }
  for (Call& call : ending) call.thread.request_stop();
}

}  // namespace whet::serve
