// Work done in a child process, so that a crash or a hang of it costs nothing but its answer.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "util/result.h"

namespace whet {

// What `work` returned in a fork of this process. An error says how it ended otherwise: killed by a signal, past the
// limit. Call it while no other thread runs.
Result<std::string> run_forked(const std::function<std::string()>& work, std::chrono::milliseconds limit);

// Several answers of one child, in order. It works ahead while this process does something else, as far as a pipe takes
// what it has; a fork for each would copy the page tables of all that a session holds, again and again.
class ForkedAnswers {
 public:
  // `work(i)` for i below `count` is called in the child, which sees memory as it is now; nullptr: there is no process.
  static std::unique_ptr<ForkedAnswers> start(size_t count, const std::function<std::string(size_t)>& work);
  ForkedAnswers(const ForkedAnswers&) = delete;
  // Ends the child, whatever it does.
  ~ForkedAnswers();

  // Once after the child has crashed, ended or taken too long there are no more.
  Result<std::string> next(std::chrono::milliseconds limit);

 private:
  ForkedAnswers(int child, int from) : child_(child), from_(from) {}

  int child_, from_;
};

}  // namespace whet
