// A program that takes the terminal: its standard streams are ours.
#pragma once

#include "util/result.h"
#include "util/system/process.h"

namespace whet {

// Runs argv[0], a path, to its end, with `environment` added to ours; directory and timeout of the command do not
// apply. The exit code, 128 + signal when one killed it. Ctrl-C is for the program, not for us.
Result<int> run_in_foreground(const ProcessCommand& command);

}  // namespace whet
