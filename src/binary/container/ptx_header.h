// The first directives of PTX text, read without a parser: enough to recognise PTX and its target.
#pragma once

#include <optional>
#include <string_view>

#include "binary/container/architecture.h"

namespace whet {

// Whether `.version` is the first word after comments.
bool is_ptx(std::string_view text);

// The first operand of `.target`; nothing when there is none.
std::optional<Architecture> ptx_target(std::string_view text);

}  // namespace whet
