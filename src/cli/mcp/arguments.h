// The options of a command as the arguments of a tool: a JSON schema of them, and a command line made of values.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"
#include "cli/mcp/path_guard.h"
#include "util/text/json.h"

namespace whet {

// "-I,--include" is `include`, "--time-limit" is `time_limit`, a positional keeps its name.
std::string argument_name(const Option& option);

// Flags are booleans, lists are arrays; the choices of an option are an enum.
Json input_schema(const std::vector<Option>& options);

// Values that fit the schema, as words of a command line: options first, then positionals. Paths are admitted by the
// guard, and no value can be taken for an option.
Result<std::vector<std::string>> argument_words(const std::vector<Option>& options, const Json& values,
                                                const PathGuard& guard);

}  // namespace whet
