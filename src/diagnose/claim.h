// Which methods the author of a kernel may claim.
#pragma once

#include <string_view>

#include "util/result.h"
#include "util/system/knowledge.h"

namespace whet {

// Whether the machine code can show it (diagnose/signature.h).
bool has_signature(const Knowledge& knowledge, std::string_view method);

// Fails for what is no method: neither in the catalogue nor with a signature. The error lists similar names.
Result<void> check_claim(const Knowledge& knowledge, std::string_view method);

}  // namespace whet
