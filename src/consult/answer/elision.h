// Places where an answer leaves code out: "// ... rest unchanged".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace whet::consult {

// The first such line; comments that `shown`, the kernel that the mind was given, has as well are none.
std::optional<std::string> elision_in(std::string_view source, std::string_view shown);

}  // namespace whet::consult
