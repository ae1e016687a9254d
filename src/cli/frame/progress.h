// One line on a terminal that says what long work does and since when; it moves every second, whatever the work does.
// Nothing is shown where stderr is not a terminal.
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
  // For a terminal of one's own; `period` is the time between two lines.
  ProgressLine(const Clock& clock, std::FILE* terminal, std::chrono::milliseconds period);
  ~ProgressLine();  // the line goes
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // How far the matter is; drawn at most ten times a second.
  void show(std::string_view text);
  // A new matter: shown at once, with the seconds since it began.
  void begin(std::string_view matter);
  // The line goes until the next matter begins: others write now.
  void clear();

 private:
  void tick(const std::stop_token& stop, std::chrono::milliseconds period);
  void draw();  // under the lock

  const Clock& clock_;
  std::FILE* terminal_;  // nullptr: none
  std::mutex mutex_;
  std::condition_variable_any wake_;
  int64_t begin_ns_ = 0, shown_ns_ = 0;
  std::string matter_, text_;
  bool busy_ = false;
  std::jthread ticker_;  // the last member: it uses the others
};

}  // namespace whet
