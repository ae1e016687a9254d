// The result of a tool as clients see it, from what its command printed.
#pragma once

#include <string>

#include "serve/command/command_run.h"
#include "util/error.h"
#include "util/text/json.h"

namespace whet::serve {

// A result that says what went wrong; the model that called the tool reads it and can try again.
Json error_result(const std::string& text);
Json error_result(const Error& error);

// JSON on stdout is a result, whatever the exit code; without it the call has failed, and stderr says why. Clients that
// know no structured content get the JSON as a second text.
Json tool_result(const std::string& tool, const CommandOutput& output, bool has_structure);

}  // namespace whet::serve
