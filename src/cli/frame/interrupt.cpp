#include "cli/frame/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace whet {

namespace {

volatile sig_atomic_t g_asked = 0;
const char* volatile g_acknowledgement = nullptr;
struct sigaction g_usual_end{};

void acknowledge(int) {
  const int error = errno;
  g_asked = 1;
  ::sigaction(SIGINT, &g_usual_end, nullptr);
  const char* const text = g_acknowledgement;
  if (text && ::isatty(STDERR_FILENO) == 1) (void)!::write(STDERR_FILENO, text, std::strlen(text));
  errno = error;
}

}  // namespace

InterruptGuard::InterruptGuard(const char* acknowledgement) {
  g_asked = 0;
  g_acknowledgement = acknowledgement;
  struct sigaction action{};
  action.sa_handler = acknowledge;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, &g_usual_end);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &g_usual_end, nullptr);
  g_acknowledgement = nullptr;
}

bool InterruptGuard::asked() {
  return g_asked != 0;
}

}  // namespace whet
