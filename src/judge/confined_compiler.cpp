#include "judge/confined_compiler.h"

#include "judge/confined_command.h"
#include "judge/landlock.h"
#include "judge/sandbox.h"

namespace whet {

Result<Finished> ConfinedProcessRunner::run(const ProcessCommand& command) {
  if (command.writable.empty()) return inner_.run(command);
  return inner_.run(confined(command, {command.writable, command.readable}, bubblewrap(), self_));
}

std::string ConfinedProcessRunner::level() {
  if (bubblewrap()) return "bubblewrap";
  return describe(SandboxLevel{.landlock = landlock_abi(), .seccomp = true, .limits = true});
}

const std::optional<std::string>& ConfinedProcessRunner::bubblewrap() {
  std::call_once(tried_, [&] { bubblewrap_ = working_bubblewrap(inner_); });
  return bubblewrap_;
}

Compiler::Options confined_options(const std::string& cache_directory) {
  Compiler::Options options;
  options.cache_directory = cache_directory;
  options.confine = confine_compiler;
  return options;
}

}  // namespace whet
