// Ctrl-C while there is something to finish: the first one is acknowledged at once and asks for an end, the second ends
// the process as it would have without this.
#pragma once

namespace whet {

class InterruptGuard {
 public:
  // The text that a terminal shows at the first one. It must be a literal, because a signal handler writes it.
  explicit InterruptGuard(const char* acknowledgement);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool asked();  // whether Ctrl-C was typed since the guard was made
};

}  // namespace whet
