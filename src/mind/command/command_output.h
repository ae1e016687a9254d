// What a command prints until it ends, within limits.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "util/system/child_process.h"

namespace whet {

struct CommandOutput {
  enum class End { exited, too_long, too_much, given_up };
  End end = End::exited;
  int exit_code = 0;
  int signal = 0;
  std::string text;    // of stdout
  std::string errors;  // the last of stderr
};

// Whatever of the command's process group is left at its end, or at a limit, is killed.
CommandOutput collect_output(ChildProcess& child, std::chrono::milliseconds limit, size_t most_bytes,
                             const std::function<bool()>& stopped);

}  // namespace whet
