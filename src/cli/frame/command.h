// A command is data: its name, options and example, and the function that runs it. Parsing, help, manual page and
// shell completion are made from the same table.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cli/frame/context.h"
#include "util/result.h"

namespace whet {

enum class ExitCode { ok = 0, bad_result = 1, nothing_gained = 2, bad_input = 3, missing = 4, bug = 70 };

struct Option {
  // bool: a flag; string, int: one value; vector: may be repeated.
  using Target = std::variant<bool*, std::string*, int*, std::vector<std::string>*>;
  std::string names;  // "--arch" or "-v,--verbose"; a name without dashes is a positional argument
  std::string help;
  Target target;
  std::string value_name = {};  // "ARCH"; shown in help
  std::vector<std::string> choices =
      {};  // offered by completion and checked; "FILE" as value_name completes file names
  bool required = false;
  bool value_optional = false;  // a string option that may be given without a value
};

struct CliCommand {
  std::string name;
  std::string summary;  // one line
  std::string example;  // shown by --help
  std::vector<Option> options;
  std::function<Result<ExitCode>(Context&)> run;
  std::shared_ptr<void> storage;  // keeps the options' targets alive
  bool hidden = false;            // from help, manual and completion
  std::string group = {};         // heading under which help and manual list it
};

// Parses argv, runs the chosen command, prints an error on stderr, returns the exit code.
int run_cli(const std::vector<CliCommand>& commands, int argc, char** argv);

}  // namespace whet
