#include "cli/frame/companion.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>

#include "util/system/child_process.h"
#include "util/system/descriptor.h"
#include "util/text/json.h"

namespace whet {

Companion& Companion::of_process() {
  static Companion companion;
  return companion;
}

void Companion::open() {
  if (!std::getenv(k_companion_variable) || !is_socket(k_child_socket)) return;
  ::unsetenv(k_companion_variable);  // it is ours alone, not our children's
  ::fcntl(k_child_socket, F_SETFD, FD_CLOEXEC);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  descriptor_ = k_child_socket;
}

void Companion::tell(std::string_view kind, std::string_view text) {
  if (!is_open()) return;
  const std::string line = Json(Json::Object{{std::string(kind), text}}).dump(-1) + "\n";
  const std::lock_guard lock(mutex_);
  for (size_t sent = 0; sent < line.size();) {
    const ssize_t length = ::send(descriptor_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return;
    sent += static_cast<size_t>(length);
  }
}

}  // namespace whet
