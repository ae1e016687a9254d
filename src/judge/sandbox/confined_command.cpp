#include "judge/sandbox/confined_command.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "judge/sandbox/landlock.h"
#include "judge/sandbox/sandbox.h"
#include "judge/sandbox/system_call_filter.h"

namespace whet {

namespace {

constexpr std::chrono::seconds k_to_try{10};
constexpr const char* k_system[] = {"/usr",
                                    "/bin",
                                    "/sbin",
                                    "/lib",
                                    "/lib64",
                                    "/opt/cuda",
                                    "/etc/alternatives",
                                    "/etc/ld.so.cache",
                                    "/etc/ld.so.conf",
                                    "/etc/ld.so.conf.d"};

std::vector<std::string> in_bubblewrap(const std::string& program, const Confinement& confinement,
                                       const std::vector<std::string>& argv) {
  std::vector<std::string> words = {program, "--unshare-all", "--die-with-parent", "--new-session"};
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  for (const char* path : k_system) add({"--ro-bind-try", path, path});
  add({"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"});
  for (const std::string& path : confinement.readable) {
    const std::string full = std::filesystem::absolute(path).lexically_normal().string();
    add({"--ro-bind-try", full, full});
  }
  if (!confinement.directory.empty()) add({"--bind", confinement.directory, confinement.directory});
  // Paths may be relative to the current directory, even if nothing of it is readable.
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  if (!error) add({"--dir", here, "--chdir", here});
  words.emplace_back("--");
  words.insert(words.end(), argv.begin(), argv.end());
  return words;
}

// Adds the limits of compilers, and ends the program when whet ends; bubblewrap does neither.
std::vector<std::string> supervised(const std::string& self, const std::vector<std::string>& argv) {
  std::vector<std::string> words = {self, "runner", "--supervise", "--"};
  words.insert(words.end(), argv.begin(), argv.end());
  return words;
}

std::vector<std::string> by_own_program(const std::string& self, const Confinement& confinement,
                                        const std::vector<std::string>& argv) {
  std::vector<std::string> words = {self, "runner", "--confine", confinement.directory};
  for (const std::string& path : confinement.readable) words.insert(words.end(), {"--read", path});
  words.emplace_back("--");
  words.insert(words.end(), argv.begin(), argv.end());
  return words;
}

FileRules rules_of(const Confinement& confinement) {
  FileRules rules;
  rules.readable = {std::begin(k_system), std::end(k_system)};
  rules.readable.insert(rules.readable.end(), confinement.readable.begin(), confinement.readable.end());
  rules.readable.insert(rules.readable.end(), {"/proc", "/sys/devices/system"});
  if (!confinement.directory.empty()) rules.writable = {confinement.directory};
  rules.devices = {"/dev/null", "/dev/random", "/dev/urandom"};
  rules.may_execute = true;
  return rules;
}

}  // namespace

std::optional<std::string> working_bubblewrap(ProcessRunner& processes) {
  const auto program = processes.find_program("bwrap");
  if (!program) return std::nullopt;
  ProcessCommand attempt;
  attempt.argv = in_bubblewrap(*program, {}, {"/usr/bin/true"});
  attempt.timeout = k_to_try;
  const auto finished = processes.run(attempt);
  return finished && finished->exit_code == 0 ? program : std::nullopt;
}

ProcessCommand confined(const ProcessCommand& command, const Confinement& confinement,
                        const std::optional<std::string>& bubblewrap, const std::string& self) {
  ProcessCommand result = command;
  result.argv = bubblewrap ? supervised(self, in_bubblewrap(*bubblewrap, confinement, command.argv))
                           : by_own_program(self, confinement, command.argv);
  result.environment.emplace_back("HOME", confinement.directory);
  result.environment.emplace_back("TMPDIR", confinement.directory);
  return result;
}

Result<void> confine_compiler(const std::vector<std::string>& readable) {
  FileRules rules = rules_of({{}, readable});
  rules.may_execute = false;
  const auto files = confine_files(rules);
  if (!files) return files.error();
  const auto calls = filter_system_calls(Programs::none);
  if (!calls) return calls.error();
  SandboxLimits limits;
  limits.address_bytes = compiler_memory_bytes();
  limits.file_bytes = 0;  // it writes no files: it answers through its connection
  (void)apply_limits(limits);
  return {};
}

namespace {

int exit_code_of_child(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Waits until the child has ended, and ends with its exit code. When the process that waits for us is killed, the whole
// group is killed: a compiler starts others, which nothing else would end.
[[noreturn]] void supervise(pid_t child, const sigset_t& signals) {
  while (true) {
    const int number = ::sigwaitinfo(&signals, nullptr);
    if (number == SIGTERM) ::kill(::getpgrp() == ::getpid() ? 0 : child, SIGKILL);
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) ::_exit(exit_code_of_child(status));
  }
}

// Returns in a child, which is killed when its parent ends.
Result<void> become_supervised() {
  const pid_t parent = ::getppid();
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGCHLD}) sigaddset(&signals, number);
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // safe: the thread that starts a compiler also waits for it
  if (::getppid() != parent) return failed("the process that asked for the command has ended");
  const pid_t child = ::fork();
  if (child < 0) return failed(std::string("cannot start a process: ") + std::strerror(errno));
  if (child > 0) supervise(child, signals);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  return {};
}

SandboxLimits compiler_limits() {
  SandboxLimits limits;
  limits.cpu_seconds = 600;
  limits.file_bytes = 1ull << 30;
  limits.address_bytes = compiler_memory_bytes();
  return limits;
}

}  // namespace

uint64_t compiler_memory_bytes() {
  const uint64_t machine =
      static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
  return std::clamp<uint64_t>(machine / 4, 4ull << 30, 16ull << 30);
}

Result<SandboxLevel> confine_command(const Confinement& confinement) {
  SandboxLevel level;
  level.limits = apply_limits(compiler_limits());
  TRY(abi, confine_files(rules_of(confinement)));
  TRY(filtered, filter_system_calls(Programs::allowed));
  level.landlock = abi;
  level.seccomp = filtered;
  keep_what_holds(level);
  return level;
}

Error become_confined(const Confinement& confinement, const std::vector<std::string>& argv, bool bare) {
  if (argv.empty()) return bad_input("no command is given");
  const auto supervised = become_supervised();
  if (!supervised) return supervised.error();
  const auto confined = bare ? Result<SandboxLevel>(SandboxLevel{.limits = apply_limits(compiler_limits())})
                             : confine_command(confinement);
  if (!confined) return confined.error();
  if (!confined->limits) return failed("the limits of a confined command cannot be set");
  std::vector<std::string> words = argv;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  return missing("cannot start `" + argv[0] + "`: " + std::strerror(errno));
}

}  // namespace whet
