// One line on a terminal that shows the current step of long work and its seconds; a thread redraws it every second.
// Without a terminal on stderr it goes to the process's companion, if there is one; else nothing is shown.
#pragma once

#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "util/clock.h"

namespace whet {

class ProgressLine {
 public:
  explicit ProgressLine(const Clock& clock);
  // Writes to the given terminal; `period` is the time between two redraws.
  ProgressLine(const Clock& clock, std::FILE* terminal, std::chrono::milliseconds period);
  ~ProgressLine();  // erases the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Sets the progress of the current step; drawn at most ten times a second.
  void show(std::string_view text);
  // Begins a step: shown at once, with the seconds since it began.
  void begin(std::string_view matter);
  // Erases the line until the next step begins, so that others can write.
  void clear();

 private:
  void tick(const std::stop_token& stop, std::chrono::milliseconds period);
  void draw();  // the caller holds the lock

  const Clock& clock_;
  bool is_shown() const;
  std::FILE* terminal_;  // nullptr: there is none
  std::mutex mutex_;
  std::condition_variable_any wake_;
  int64_t begin_ns_ = 0, shown_ns_ = 0;
  std::string matter_, text_;
  bool busy_ = false;
  std::jthread ticker_;  // declared last, because it uses the other members
};

}  // namespace whet
