// Serves one client over two descriptors, one message a line.
#pragma once

#include "serve/command/command_run.h"
#include "serve/mcp/catalogue.h"

namespace whet::serve {

// Answers until `in` ends; then everything that still runs is stopped, with all its processes.
void serve(const Catalogue& catalogue, const ResourceSource& resources, const CommandRunner& commands, int in, int out);

}  // namespace whet::serve
