#include "judge/process/runner_failure.h"

#include <signal.h>

#include <cstddef>
#include <cstring>

namespace whet {

std::string_view name_of(RunnerFailure failure) {
  constexpr std::string_view k_names[] = {"crashed",       "hung", "too_much_memory", "too_much_output",
                                          "too_much_disk", "lost", "garbled"};
  return k_names[static_cast<size_t>(failure)];
}

// Only the kernel's out-of-memory killer sends SIGKILL to a process that asked to be its first choice.
RunnerFailure failure_of(const ChildEnd& end) {
  return end.signal == SIGKILL ? RunnerFailure::too_much_memory : RunnerFailure::crashed;
}

std::string describe(const ChildEnd& end) {
  if (end.signal == SIGKILL) return "was killed by the system, most likely for its memory";
  if (end.signal == 0) return "ended by itself with exit code " + std::to_string(end.exit_code);
  const char* name = ::sigabbrev_np(end.signal);
  return "crashed (" + (name ? "SIG" + std::string(name) : "signal " + std::to_string(end.signal)) + ")";
}

}  // namespace whet
