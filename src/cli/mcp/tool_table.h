// The tools of `whet mcp`: a command of the table, with what knowledge/tools says about it.
#pragma once

#include <vector>

#include "cli/frame/command.h"
#include "cli/mcp/path_guard.h"
#include "serve/mcp/catalogue.h"
#include "util/system/knowledge.h"

namespace whet {

// `commands` and `guard` must outlive the tools. A tool whose command or option does not exist is an error.
Result<std::vector<serve::Tool>> tool_table(const std::vector<CliCommand>& commands, const Knowledge& knowledge,
                                            const PathGuard& guard);

// The prompts of knowledge/prompts.
Result<std::vector<serve::Prompt>> load_prompts(const Knowledge& knowledge);

}  // namespace whet
