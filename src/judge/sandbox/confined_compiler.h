// A compiler for untrusted sources: its processes have no network, read only the source, its headers and the toolkit,
// and write to one directory.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "compile/compiler.h"
#include "judge/sandbox/sandbox.h"
#include "util/system/process.h"

namespace whet {

// Confines every command that names its writable directory (ProcessCommand::writable); other commands run as they are.
class ConfinedProcessRunner : public ProcessRunner {
 public:
  // `self` is whet's own program, which does the confining if bubblewrap does not work.
  ConfinedProcessRunner(ProcessRunner& inner, std::string self) : inner_(inner), self_(std::move(self)) {}
  Result<Finished> run(const ProcessCommand& command) override;
  std::optional<std::string> find_program(const std::string& name) const override { return inner_.find_program(name); }
  // What confines: "bubblewrap", or "landlock 7 + seccomp + limits" as far as verified.
  std::string level();
  // What each missing part means.
  std::vector<std::string> warnings();

 private:
  const std::optional<std::string>& bubblewrap();
  const SandboxLevel& seen();

  ProcessRunner& inner_;
  std::string self_;
  std::once_flag tried_, looked_;
  SandboxLevel seen_;
  std::optional<std::string> bubblewrap_;  // known after the first try
};

// Options of a Compiler whose NVRTC is confined in the same way.
Compiler::Options confined_options(const std::string& cache_directory);

}  // namespace whet
