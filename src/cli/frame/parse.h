// Parses argv into the chosen command and fills its options.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"

namespace whet {

struct Parsed {
  const CliCommand* command = nullptr;  // nullptr: only `output` is to be printed
  std::string output;                   // help or version text
};

// Fills the options' targets. Wrong usage is a bad_input error whose mend names the nearest option or the help.
Result<Parsed> parse_command_line(const std::vector<CliCommand>& commands, int argc, char** argv);

}  // namespace whet
