// The entries of a catalogue as the protocol lists them.
#pragma once

#include "serve/mcp/catalogue.h"

namespace whet::serve {

// Clients that know no structured content are shown no output schema.
Json tool_json(const Tool& tool, bool has_structure);
Json prompt_json(const Prompt& prompt);
Json resource_json(const Resource& resource);
Json template_json(const Resource& resource);

// The prompt as a message of the user, with its arguments filled in. A missing or unknown argument is an error.
Result<Json> filled_prompt(const Prompt& prompt, const Json& arguments);

}  // namespace whet::serve
