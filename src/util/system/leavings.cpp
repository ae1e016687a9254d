#include "util/system/leavings.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace whet {

namespace {

constexpr int k_ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr std::chrono::seconds k_patience{3};  // for a child that was asked to end

struct Kept {
  std::mutex mutex;
  std::map<pid_t, bool> children;  // true: SIGTERM first
  std::set<std::string> directories;
  bool watched = false;  // signal handlers are installed
  bool wanted = false;
};

// Never destroyed: signals may arrive until the process has ended.
Kept& kept() {
  static auto& all = *new Kept;
  return all;
}

int told_of_signals = -1;  // the writing end of a pipe
volatile sig_atomic_t signalled = 0;

void tell(int signal) {
  const int before = errno;
  signalled = 1;
  const auto number = static_cast<unsigned char>(signal);
  (void)!::write(told_of_signals, &number, 1);
  errno = before;
}

// When a signal has ended a child, the main thread may give up and exit with its own code; this keeps it waiting until
// the signal's thread has ended the process.
void leave_the_end_to_the_signal() {
  while (signalled) ::pause();
}

void wait_for_signal(int pipe) {
  unsigned char number = 0;
  while (::read(pipe, &number, 1) < 0 && errno == EINTR) {
  }
  clear_leavings();
  ::_exit(128 + number);
}

// A signal that was ignored when the program started, as under nohup, stays ignored.
void catch_signals() {
  for (const int number : k_ending_signals) {
    struct sigaction before{};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction action{};
    action.sa_handler = tell;
    action.sa_flags = SA_RESTART;
    ::sigaction(number, &action, nullptr);
  }
}

void watch(Kept& all) {
  if (all.watched || !all.wanted) return;
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return;
  all.watched = true;
  told_of_signals = ends[1];
  sigset_t every, before;
  sigfillset(&every);
  ::pthread_sigmask(SIG_SETMASK, &every, &before);
  std::thread(wait_for_signal, ends[0]).detach();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  (void)std::atexit(leave_the_end_to_the_signal);
  catch_signals();
}

void end_child(pid_t child, bool gently) {
  const auto deadline = std::chrono::steady_clock::now() + k_patience;
  if (gently && ::kill(child, SIGTERM) == 0) {
    siginfo_t info{};
    while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0 &&
           std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (::kill(-child, SIGKILL) != 0) ::kill(child, SIGKILL);
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
}

}  // namespace

void add_leaving(pid_t child, bool gently) {
  Kept& all = kept();
  const std::lock_guard lock(all.mutex);
  all.children[child] = gently;
  watch(all);
}

void remove_leaving(pid_t child) {
  const std::lock_guard lock(kept().mutex);
  kept().children.erase(child);
}

void add_leaving(const std::string& directory) {
  Kept& all = kept();
  const std::lock_guard lock(all.mutex);
  all.directories.insert(directory);
  watch(all);
}

void remove_leaving(const std::string& directory) {
  const std::lock_guard lock(kept().mutex);
  kept().directories.erase(directory);
}

std::mutex& removal_of_leavings() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

void clear_leavings() {
  std::map<pid_t, bool> children;
  std::set<std::string> directories;
  {
    const std::lock_guard lock(kept().mutex);
    children.swap(kept().children);
  }
  for (const auto& [child, gently] : children) end_child(child, gently);
  const std::lock_guard removal(removal_of_leavings());
  {
    const std::lock_guard lock(kept().mutex);
    directories = kept().directories;
  }
  std::error_code ignored;
  for (const std::string& directory : directories) std::filesystem::remove_all(directory, ignored);
}

void clear_leavings_on_signals() {
  kept().wanted = true;
}

}  // namespace whet
