// whet worker: the judge as a process, driven over stdin and stdout. It is started by whet, here or over ssh.
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <thread>

#include "cli/frame/commands.h"
#include "cli/run/judge_services.h"
#include "judge/worker.h"
#include "util/system/child_process.h"
#include "util/system/descriptor.h"
#include "util/system/leavings.h"

namespace whet {

namespace {

// Redirects stdout to stderr, so that nothing is printed between two messages.
Descriptor take_stdout() {
  Descriptor taken(::dup(STDOUT_FILENO));
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return taken;
}

// When the process that asked has died, nobody needs the answers: the worker ends at once, and its runner with it, even
// during a launch.
void end_with_the_control(int socket) {
  std::thread([socket] {
    pollfd watched{socket, 0, 0};  // only reports that the other side is gone
    while (::poll(&watched, 1, -1) < 0 && errno == EINTR) {
    }
    clear_leavings();
    ::_exit(0);
  }).detach();
}

Result<ExitCode> answer_worker(Context& context) {
  ::signal(SIGPIPE, SIG_IGN);
  const JudgeServices services = judge_services(context);
  if (is_socket(k_child_socket)) {
    end_with_the_control(k_child_socket);
    TRY_VOID(run_worker(k_child_socket, k_child_socket, services));
    return ExitCode::ok;
  }
  if (::isatty(STDIN_FILENO))
    return bad_input("`whet worker` is driven by messages, not from a terminal", {}, "see docs/processes.md");
  const Descriptor out = take_stdout();
  TRY_VOID(run_worker(STDIN_FILENO, out.number(), services));
  return ExitCode::ok;
}

}  // namespace

CliCommand worker_command() {
  CliCommand command{.name = "worker",
                     .summary = "judge candidates sent as messages over stdin and stdout",
                     .example = "  ssh gpu-host whet worker",
                     .run = [](Context& context) { return answer_worker(context); }};
  command.hidden = true;
  return command;
}

}  // namespace whet
