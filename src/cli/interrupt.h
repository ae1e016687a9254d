// Ctrl-C while there is something to finish: the first one is acknowledged at once and asks for an end, the second ends
// the process as it would have without this.
#pragma once

namespace whet {

class InterruptGuard {
 public:
  // What is said on a terminal at the first one; a literal, for a signal's handler writes it.
  explicit InterruptGuard(const char* acknowledgement);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool asked();  // since the guard was made
};

}  // namespace whet
