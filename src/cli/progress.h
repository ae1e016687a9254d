// One line on a terminal that says how far long work is; nothing where stderr is no terminal.
#pragma once

#include <string>
#include <string_view>

#include "util/clock.h"

namespace whet {

class ProgressLine {
 public:
  explicit ProgressLine(const Clock& clock);
  ~ProgressLine();  // the line goes
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // At most ten times a second.
  void show(std::string_view text);
  // A new matter: shown at once, with the seconds since it began.
  void begin(std::string_view matter);

 private:
  void write(std::string_view text);

  const Clock& clock_;
  bool active_;
  int64_t begin_ns_, shown_ns_ = 0;
  std::string matter_;
};

}  // namespace whet
