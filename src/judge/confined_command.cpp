#include "judge/confined_command.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "judge/landlock.h"
#include "judge/sandbox.h"
#include "judge/system_call_filter.h"

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
  // Names may be relative to where we are, whether or not any of it can be read.
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  if (!error) add({"--dir", here, "--chdir", here});
  words.emplace_back("--");
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
  rules.devices = {"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"};
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
  result.argv = bubblewrap ? in_bubblewrap(*bubblewrap, confinement, command.argv)
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
  return {};
}

Error become_confined(const Confinement& confinement, const std::vector<std::string>& argv) {
  if (argv.empty()) return bad_input("no command is given");
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever starts a compiler waits for it in the same thread
  SandboxLimits limits;
  limits.cpu_seconds = 600;
  limits.address_bytes = 32ull << 30;
  if (!apply_limits(limits)) return failed("the limits of a confined command cannot be set");
  const auto files = confine_files(rules_of(confinement));
  if (!files) return files.error();
  const auto calls = filter_system_calls(Programs::allowed);
  if (!calls) return calls.error();
  std::vector<std::string> words = argv;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  return missing("cannot start `" + argv[0] + "`: " + std::strerror(errno));
}

}  // namespace whet
