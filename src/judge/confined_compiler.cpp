#include "judge/confined_compiler.h"

#include "judge/confined_command.h"

namespace whet {

Result<Finished> ConfinedProcessRunner::run(const ProcessCommand& command) {
  if (command.writable.empty()) return inner_.run(command);
  std::call_once(tried_, [&] { bubblewrap_ = working_bubblewrap(inner_); });
  return inner_.run(confined(command, {command.writable, command.readable}, bubblewrap_, self_));
}

Compiler::Options confined_options(const std::string& cache_directory) {
  Compiler::Options options;
  options.cache_directory = cache_directory;
  options.confine = confine_compiler;
  return options;
}

}  // namespace whet
