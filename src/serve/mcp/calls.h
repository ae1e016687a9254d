// The requests that take a while: each has a thread of its own, so that none waits for another, and can be cancelled.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace whet::serve {

class Calls {
 public:
  using Work = std::function<std::string(const std::stop_token&)>;  // returns the answer
  using Reply = std::function<void(const std::string& answer)>;
  enum class Start { started, id_in_use, too_many };

  explicit Calls(size_t most_at_once) : most_at_once_(most_at_once) {}
  ~Calls() { end(); }
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;

  // The id is free again before the answer is given, so that a client that has it may use the id again.
  Start start(const std::string& id, Work work, Reply reply);
  // Asks the work to stop; nothing happens if there is no such call any more.
  void cancel(const std::string& id);
  // Stops everything, and returns when all of it has ended.
  void end();

 private:
  struct Call {
    std::string id;
    std::atomic<bool> has_answer = false, is_done = false;
    std::jthread thread;  // declared last: it uses the other members
  };
  Call* running(const std::string& id);  // the caller holds the lock

  size_t most_at_once_;
  std::mutex mutex_;
  std::list<Call> calls_;
};

}  // namespace whet::serve
