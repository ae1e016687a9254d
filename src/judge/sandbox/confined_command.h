// Programs that read a candidate's source, such as its compiler: no network, no device, and one directory to write to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/sandbox/sandbox.h"
#include "util/result.h"
#include "util/system/process.h"

namespace whet {

struct Confinement {
  std::string directory;              // may be written; also HOME and TMPDIR
  std::vector<std::string> readable;  // beyond the system's programs and libraries: sources, the toolkit
};

// Where bubblewrap is and works: containers often have it and forbid what it needs. Tries it.
std::optional<std::string> working_bubblewrap(ProcessRunner& processes);

// The command in bubblewrap; without one, started by `self`, whet's own program, under the same Landlock rules, filter
// and limits (become_confined).
ProcessCommand confined(const ProcessCommand& command, const Confinement& confinement,
                        const std::optional<std::string>& bubblewrap, const std::string& self);

// The same files and system calls for this process, which starts no programs: NVRTC's.
Result<void> confine_compiler(const std::vector<std::string>& readable);

// Confines this process for good; what was seen to hold.
Result<SandboxLevel> confine_command(const Confinement& confinement);
// A child that is confined becomes the program, while this process waits for it and ends with it, or takes it and all
// it started along when whet is killed. Returns only when that fails. `bare`: limits alone, the program confines
// itself.
Error become_confined(const Confinement& confinement, const std::vector<std::string>& argv, bool bare = false);

// Addresses that one compiler process may have.
uint64_t compiler_memory_bytes();

}  // namespace whet
