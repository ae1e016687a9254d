// Work done in a child process, so that a crash or hang costs only its answer.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "util/result.h"

namespace whet {

// How long a child may work: on the wall, and of processor time, if that is limited.
struct WorkLimit {
  WorkLimit(std::chrono::milliseconds on_the_wall) : wall(on_the_wall) {}

  // For work that computes in one thread and waits for nothing: it gets its time on a busy machine too.
  static WorkLimit of_processor(std::chrono::milliseconds limit) {
    constexpr int k_busy = 4;
    WorkLimit both(k_busy * limit);
    both.processor = limit;
    return both;
  }

  std::chrono::milliseconds wall;
  std::optional<std::chrono::milliseconds> processor;
};

// Returns what `work` returned in a fork of this process. The error says how else it ended: killed by a signal, or past
// the limit. No other thread may be running during the call.
Result<std::string> run_forked(const std::function<std::string()>& work, WorkLimit limit);

// Several answers of one child, in order. The child works ahead while this process does something else, until the pipe
// is full. A fork per answer would copy the page tables of everything the session holds each time.
class ForkedAnswers {
 public:
  // The child calls `work(i)` for each i below `count` and sees memory as it is now; nullptr when it cannot be started.
  static std::unique_ptr<ForkedAnswers> start(size_t count, const std::function<std::string(size_t)>& work);
  ForkedAnswers(const ForkedAnswers&) = delete;
  // Kills the child, even at work.
  ~ForkedAnswers();

  // After the child has crashed, ended or taken too long, every further call fails. Processor time counts from the
  // child's start.
  Result<std::string> next(WorkLimit limit);

 private:
  ForkedAnswers(int child, int from) : child_(child), from_(from) {}

  int child_, from_;
};

}  // namespace whet
