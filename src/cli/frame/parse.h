// Command lines: argv in, the chosen command with its options filled out.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"

namespace whet {

struct Parsed {
  const CliCommand* command = nullptr;  // nullptr: `output` is all there is to do
  std::string output;                   // help or version text
};

// Fills the options' targets. Wrong usage is a bad_input error whose mend names the nearest option or the help.
Result<Parsed> parse_command_line(const std::vector<CliCommand>& commands, int argc, char** argv);

}  // namespace whet
