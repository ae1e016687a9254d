// Values against the part of JSON Schema that tools use: type, properties, required, additionalProperties, items, enum.
#pragma once

#include <optional>
#include <string>

#include "util/text/json.h"

namespace whet::serve {

// What does not fit and how to mend it; nothing if the value fits.
std::optional<std::string> misfit(const Json& schema, const Json& value, const std::string& name = "arguments");

}  // namespace whet::serve
