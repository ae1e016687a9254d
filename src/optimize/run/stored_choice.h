// What a run's record may not decide alone. A store may have come from somebody else, with a project that was copied:
// nothing in it may choose a program to run, nor a server that gets the user's kernels and keys.
#pragma once

#include <string>
#include <vector>

#include "optimize/score/settings.h"
#include "store/project.h"
#include "store/run.h"

namespace whet {

// Fails unless every mind of the settings that is a command, or has an address of its own, is among those that the user
// named on the command line; and if the user named others than the run has.
Result<void> check_minds(const store::Run& run, const MindOrder& order, const std::vector<std::string>& named);

// Fails for a flag by which the compiler would start another program, or read further flags from a file.
Result<void> check_flags(const store::Run& run, const CompileAdditions& additions);

// The settings of a stored run, whose flags were checked.
Result<OptimizeSettings> settings_of(const store::Run& run);

// The folder of its problem. One outside the project is refused: whet stores none such.
Result<std::string> problem_of(const store::Project& project, const store::Run& run);

}  // namespace whet
