// Handles Ctrl-C while there is work to finish: the first one is acknowledged at once and requests an orderly end, the
// second one ends the process as usual.
#pragma once

namespace whet {

class InterruptGuard {
 public:
  // `acknowledgement` is shown on a terminal at the first Ctrl-C. It must be a literal: a signal handler writes it.
  explicit InterruptGuard(const char* acknowledgement);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool asked();  // whether Ctrl-C was typed since the guard was made
};

}  // namespace whet
