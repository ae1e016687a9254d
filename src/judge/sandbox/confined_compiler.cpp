#include "judge/sandbox/confined_compiler.h"

#include "judge/sandbox/confined_command.h"
#include "judge/sandbox/sandbox.h"

namespace whet {

Result<Finished> ConfinedProcessRunner::run(const ProcessCommand& command) {
  if (command.writable.empty()) return inner_.run(command);
  return inner_.run(confined(command, {command.writable, command.readable}, bubblewrap(), self_));
}

std::string ConfinedProcessRunner::level() {
  return bubblewrap() ? "bubblewrap" : describe(seen());
}

std::vector<std::string> ConfinedProcessRunner::warnings() {
  if (bubblewrap()) return {};
  return warnings_of(seen(), "compilers of candidates");
}

// Asks a process that is confined like a compiler.
const SandboxLevel& ConfinedProcessRunner::seen() {
  std::call_once(looked_, [&] {
    ProcessCommand command;
    command.argv = {self_, "runner", "--probe"};
    const auto finished = inner_.run(command);
    if (!finished || finished->exit_code != 0) return;
    if (const auto level = Json::parse(finished->out)) seen_ = sandbox_level_from(*level);
  });
  return seen_;
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
