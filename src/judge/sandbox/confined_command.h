// Confines programs that read a candidate's source, such as its compiler: no network, no device, and one writable
// directory.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/sandbox/sandbox.h"
#include "util/result.h"
#include "util/system/process.h"

namespace whet {

struct Confinement {
  std::string directory;              // the writable one; also HOME and TMPDIR
  std::vector<std::string> readable;  // in addition to the system's programs and libraries: sources, the toolkit
};

// The path of bubblewrap if it works. It is tried, because containers often have it but forbid what it needs.
std::optional<std::string> working_bubblewrap(ProcessRunner& processes);

// The command in bubblewrap. Without bubblewrap it is started by `self`, whet's own program, under the same Landlock
// rules, filter and limits (become_confined).
ProcessCommand confined(const ProcessCommand& command, const Confinement& confinement,
                        const std::optional<std::string>& bubblewrap, const std::string& self);

// The same files and system calls for a process that starts no programs: NVRTC's.
Result<void> confine_compiler(const std::vector<std::string>& readable);

// Confines this process permanently; returns the level that was verified.
Result<SandboxLevel> confine_command(const Confinement& confinement);
// Forks: the child is confined and becomes the program; this process waits for it and ends with its exit code. If whet
// is killed, the child and everything it started are killed too. Returns only on failure. `bare`: sets only the limits,
// because the program confines itself.
Error become_confined(const Confinement& confinement, const std::vector<std::string>& argv, bool bare = false);

// Address space that one compiler process may have.
uint64_t compiler_memory_bytes();

}  // namespace whet
